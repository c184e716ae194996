import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { useAction } from '../ui/action.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { stateWords } from '../ui/state-words.ts';
import { EmptyState, QueryBoundary } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { cashKey } from './cash-queries.ts';
import { useLedger } from './payment-queries.ts';
import styles from './payments.module.css';
import { paymentsWords } from './payments-words.ts';

type Entry = Shape<'LedgerEntry'>;

export function LedgerSheet({ orderId, opened, close }: { orderId: number; opened: boolean; close(): void }) {
  const words = useWords(paymentsWords);
  return (
    <Sheet opened={opened} close={close} title={words.ledgerOf(orderId)}>
      <Ledger orderId={orderId} />
    </Sheet>
  );
}

/** All payments and refunds of an order, with user and reason. */
export function Ledger({ orderId }: { orderId: number }) {
  const words = useWords(paymentsWords);
  const query = useLedger(orderId);
  return (
    <QueryBoundary query={query} empty={{ when: ({ content }) => content.length === 0, show: <EmptyState title={words.noEntries} /> }}>
      {({ content }) => {
        const correctedIds = new Set(content.map(({ corrects }) => corrects));
        return (
          <ol className={styles.ledger}>
            {content.map((entry) => (
              <li key={entry.id}>
                <LedgerRow orderId={orderId} entry={entry} isCorrected={correctedIds.has(entry.id)} />
              </li>
            ))}
          </ol>
        );
      }}
    </QueryBoundary>
  );
}

function LedgerRow({ orderId, entry, isCorrected }: { orderId: number; entry: Entry; isCorrected: boolean }) {
  const words = useWords(paymentsWords);
  const { method } = useWords(stateWords);
  const format = useFormat();
  const { kind, amount, cause, note, actor, at } = entry;
  const isOut = kind === 'refund' || kind === 'correction' || kind === 'credit';
  const name = kind === 'charge' || kind === 'refund' ? `${words.kinds[kind]}, ${method[entry.method]}` : words.kinds[kind];
  return (
    <>
      <div className={styles.entryHead}>
        <span className={styles.strong}>{name}</span>
        <span className={styles.amount} data-struck={isCorrected || kind === 'failure' || undefined}>
          {isOut ? '−' : ''}
          {format.money(amount)}
        </span>
      </div>
      <Text c="dimmed" size="sm">
        {[format.moment(at), words.causes[cause], actor?.fullName, isCorrected ? words.corrected : undefined].filter(Boolean).join(', ')}
      </Text>
      {note === null ? null : <Text>{note}</Text>}
      {(kind === 'cash' || (kind === 'charge' && entry.method === 'transfer')) && !isCorrected ? (
        <Correct orderId={orderId} entry={entry} />
      ) : null}
    </>
  );
}

function Correct({ orderId, entry }: { orderId: number; entry: Entry }) {
  const words = useWords(paymentsWords);
  const { required } = useWords(uiWords);
  const format = useFormat();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const correcting = useAction({
    act: (text: string, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/order/{id}/payment/correction', {
          params: { path: { id: orderId }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { paymentId: entry.id, reason: text },
        }),
      ),
    invalidates: [ordersKey, orderKey(orderId), cashKey],
    successMessage: words.correctDone,
  });
  const missing = reason.trim() === '';
  return (
    <Confirm
      title={words.correctTitle}
      text={words.correctText(format.money(entry.amount))}
      action={words.correct}
      busy={correcting.isPending}
      onConfirm={(close) => {
        setAsked(true);
        if (!missing) correcting.mutate(reason.trim(), { onSuccess: close });
      }}
      trigger={(open) => (
        <Button variant="subtle" color="clay" size="compact-md" onClick={open}>
          {words.correct}
        </Button>
      )}
    >
      <TextInput
        data-autofocus
        required
        label={words.reason}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={asked && missing ? required : undefined}
      />
    </Confirm>
  );
}
