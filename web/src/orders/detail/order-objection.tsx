import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { IconMessageReport } from '../../icons/message-report.ts';
import { useWords } from '../../ui/language.tsx';
import { uiWords } from '../../ui/words.ts';
import { settleObjection, useObjections } from '../to-do/attention.ts';
import { type Order, useOfficeAction } from './office-order-data.ts';
import { officeOrderWords } from './office-order-words.ts';
import { useOrderSteps } from './order-timeline.tsx';

/** An open objection is shown first: it blocks other steps until it is resolved. */
export function OrderObjection({ order: { id, orderStatus }, tag }: { order: Order; tag: string | null }) {
  const words = useWords(officeOrderWords);
  const { required } = useWords(uiWords);
  const steps = useOrderSteps(id);
  const objected = orderStatus === 'in_progress' && (steps.data ?? []).some(({ action }) => action === 'object');
  const objections = useObjections(id, objected);
  const [answer, setAnswer] = useState('');
  const [asked, setAsked] = useState(false);
  const settle = useOfficeAction({
    id,
    act: (text: string, idempotencyKey) => settleObjection(id, text, tag, idempotencyKey),
    done: words.settled,
    onDone: () => setAnswer(''),
  });
  const open = objected ? objections.data?.content.find(({ resolvedAt }) => resolvedAt === null) : undefined;
  if (open === undefined) return null;
  const missing = answer.trim() === '';
  return (
    <Alert color="clay" icon={<IconMessageReport size={24} aria-hidden />} title={words.objection}>
      <Stack>
        <Text>“{open.text}”</Text>
        <Textarea
          label={words.answer}
          autosize
          minRows={2}
          maxLength={1000}
          value={answer}
          onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
          error={asked && missing ? required : undefined}
        />
        <Button
          loading={settle.isPending}
          onClick={() => {
            setAsked(true);
            if (!missing) settle.mutate(answer.trim());
          }}
        >
          {words.settle}
        </Button>
      </Stack>
    </Alert>
  );
}
