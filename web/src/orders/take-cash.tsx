import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, onceKey, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { orderKey, ordersKey } from '../api/live.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Sheet } from '../ui/sheet.tsx';
import styles from './office-order.module.css';
import type { Order } from './office-order-data.ts';
import { officeOrderWords } from './office-order-words.ts';
import { roundSums } from './round-sums.ts';

interface TakeCashProps {
  order: Order;
  opened: boolean;
  close(): void;
}

/** Cash over the counter: what was handed over, and what to give back. */
export function TakeCash({ order, opened, close }: TakeCashProps) {
  const words = useWords(officeOrderWords);
  return (
    <Sheet opened={opened} close={close} title={words.cashTitle}>
      <CashForm order={order} close={close} />
    </Sheet>
  );
}

function CashForm({ order: { id, cost }, close }: { order: Order; close(): void }) {
  const words = useWords(officeOrderWords);
  const format = useFormat();
  const { currencyDigits } = useCompany();
  const [received, setReceived] = useState<number | ''>('');
  const [once] = useState(onceKey);
  // In the smallest unit, where whole numbers are exact.
  const unit = 10 ** currencyDigits;
  const change = received === '' ? undefined : (Math.round(received * unit) - Math.round(cost * unit)) / unit;
  const take = useAction({
    act: (cashReceived: number) =>
      read(
        api.POST('/api/receptionist/order/{id}/cash', {
          params: { path: { id }, header: { 'Idempotency-Key': `${once}-${cashReceived}` } },
          body: { cashReceived },
        }),
      ),
    changes: [ordersKey, orderKey(id)],
    done: ({ changeDue }) => (changeDue > 0 ? words.paidToast(format.money(changeDue)) : words.paidExactly),
    onDone: close,
  });
  const enough = change !== undefined && change >= 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (enough && received !== '' && !take.isPending) take.mutate(received);
      }}
    >
      <Stack>
        <div className={styles.sum}>
          <span>{words.toPay}</span>
          <strong>{format.money(cost)}</strong>
        </div>
        <NumberInput
          data-autofocus
          label={words.received}
          value={received}
          onChange={(value) => setReceived(typeof value === 'number' ? value : '')}
          min={0}
          max={1_000_000_000_000}
          decimalScale={currencyDigits}
          thousandSeparator=" "
          hideControls
          inputMode="decimal"
          error={change !== undefined && change < 0 ? words.tooLittle(format.money(-change)) : undefined}
        />
        <Group gap="xs">
          <Button variant="default" onClick={() => setReceived(cost)}>
            {words.exact}
          </Button>
          {roundSums(cost, currencyDigits).map((sum) => (
            <Button key={sum} variant="default" onClick={() => setReceived(sum)}>
              {format.money(sum)}
            </Button>
          ))}
        </Group>
        <div className={styles.sum} aria-live="polite">
          <span>{words.change}</span>
          <strong>{enough ? format.money(change) : '–'}</strong>
        </div>
        <Button type="submit" disabled={!enough} loading={take.isPending}>
          {words.paidNow}
        </Button>
        <Text size="sm" c="dimmed">
          {words.title(id)}
        </Text>
      </Stack>
    </form>
  );
}
