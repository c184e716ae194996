import { Button, Stack, Text } from '@mantine/core';
import { api, read } from '../api/client.ts';
import { IconShieldLock } from '../icons/shield-lock.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import type { IntentStatus } from './card-payment.ts';
import { payCardWords } from './pay-card-words.ts';

interface SecondStepProps {
  orderId: number;
  clientSecret: string;
  amount: string;
  onAnswer(status: IntentStatus): void;
}

/** Simulates the second step (3-D Secure) of a card payment in the sandbox. */
export function SecondStep({ orderId, clientSecret, amount, onAnswer }: SecondStepProps) {
  const words = useWords(payCardWords);
  const answer = useAction({
    act: (approved: boolean) =>
      read(
        api.POST('/api/farmer/order/{id}/payment-intent/sandbox-card', {
          params: { path: { id: orderId } },
          body: { clientSecret, approved },
        }),
      ),
    onSuccess: ({ status }) => onAnswer(status),
  });
  return (
    <Stack>
      <Stack align="center" ta="center" gap="xs">
        <IconShieldLock size={48} stroke={1.5} aria-hidden />
        <Text size="lg" fw={600}>
          {words.stepTitle}
        </Text>
        <Text>{words.stepText(amount)}</Text>
      </Stack>
      <Button loading={answer.isPending && answer.variables} disabled={answer.isPending} onClick={() => answer.mutate(true)}>
        {words.approve}
      </Button>
      <Button
        variant="default"
        loading={answer.isPending && !answer.variables}
        disabled={answer.isPending}
        onClick={() => answer.mutate(false)}
      >
        {words.refuse}
      </Button>
    </Stack>
  );
}
