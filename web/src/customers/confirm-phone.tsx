import { Alert, Button, Stack, Text } from '@mantine/core';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { IconInfoCircle } from '../icons/info-circle.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useWords } from '../ui/language.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import { useProblemWords } from '../ui/problem-words.ts';
import { customersKey } from './customer-queries.ts';
import { customerWords } from './customer-words.ts';

/** The number of a farmer who has not confirmed it, and its confirmation after a call. */
export function ConfirmPhone({ farmer: { id, fullName, active }, phoneNumber }: { farmer: Shape<'User'>; phoneNumber: string }) {
  const words = useWords(customerWords);
  const explain = useProblemWords();
  const confirm = useAction({
    act: () => read(api.POST('/api/receptionist/customer/{id}/confirm-phone', { params: { path: { id } }, body: { phoneNumber } })),
    invalidates: [customersKey],
    successMessage: words.phoneConfirmed,
    showsOwnErrors: true,
  });
  const { error } = confirm;
  return (
    <Alert color="sky" icon={<IconInfoCircle aria-hidden />} title={words.unconfirmed}>
      <Stack gap="xs" align="flex-start">
        <Text>{words.unconfirmedText}</Text>
        {error === null ? null : (
          <Text role="alert" fw={600}>
            {error instanceof Problem && error.code === 'ACCOUNT_EXISTS' ? words.phoneTaken : explain(error)}
          </Text>
        )}
        {active ? (
          <Confirm
            title={words.confirmPhoneTitle}
            text={words.confirmPhoneText(fullName, formatPhone(phoneNumber))}
            action={words.confirmPhone}
            danger={false}
            busy={confirm.isPending}
            onConfirm={(close) => confirm.mutate(undefined, { onSettled: close })}
            trigger={(open) => (
              <Button variant="default" onClick={open}>
                {words.confirmPhone}
              </Button>
            )}
          />
        ) : null}
      </Stack>
    </Alert>
  );
}
