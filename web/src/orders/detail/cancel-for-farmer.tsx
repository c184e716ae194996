import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ifMatch, readVersioned } from '../../api/versions.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useWords } from '../../ui/language.tsx';
import { uiWords } from '../../ui/words.ts';
import { type Order, useOfficeAction } from './office-order-data.ts';
import { officeOrderWords } from './office-order-words.ts';

/** Cancels an order with a reason that the farmer sees. */
export function CancelForFarmer({ order: { id, farmer }, tag }: { order: Order; tag: string | null }) {
  const words = useWords(officeOrderWords);
  const { required } = useWords(uiWords);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const cancel = useOfficeAction({
    id,
    act: (text: string, idempotencyKey) =>
      readVersioned(
        api.POST('/api/receptionist/order/{id}/cancel', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } },
          body: { reason: text },
        }),
      ),
    done: words.cancelled,
  });
  const missing = reason.trim() === '';
  return (
    <Confirm
      title={words.cancelTitle}
      text={words.cancelText(farmer.fullName)}
      action={words.cancel}
      busy={cancel.isPending}
      onConfirm={(close) => {
        setAsked(true);
        if (!missing) cancel.mutate(reason.trim(), { onSettled: close });
      }}
      trigger={(open) => (
        <Button variant="subtle" color="clay" ml={-22} onClick={open}>
          {words.cancel}
        </Button>
      )}
    >
      <Textarea
        data-autofocus
        label={words.cancelReason}
        description={words.cancelReasonHint}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={asked && missing ? required : undefined}
      />
      <Group gap="xs">
        {[words.farmersReason, ...words.reasons].map((text) => (
          <Button key={text} variant="default" onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </Group>
    </Confirm>
  );
}
