import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { orderKey, ordersKey } from '../api/live.ts';
import { useAction } from '../ui/action.ts';
import { useFarOffQuestion } from '../ui/far-off-question.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { cashKey } from './cash-queries.ts';
import { changeOf, likelyAmounts } from './money-rules.ts';
import styles from './payments.module.css';
import { paymentsWords } from './payments-words.ts';

interface TakeCashProps {
  order: Shape<'Order'>;
  due: number;
}

/** Cash payment at the office: amount received and change. */
export function TakeCashSheet({ order, due, opened, close }: TakeCashProps & { opened: boolean; close(): void }) {
  const words = useWords(paymentsWords);
  return (
    <Sheet opened={opened} close={close} title={words.takeCashOf(order.farmer.fullName)}>
      <CashForm key={order.id} order={order} due={due} close={close} />
    </Sheet>
  );
}

function CashForm({ order: { id }, due, close }: TakeCashProps & { close(): void }) {
  const words = useWords(paymentsWords);
  const { currencyDigits } = useCompany();
  const format = useFormat();
  const { check, question } = useFarOffQuestion();
  const [received, setReceived] = useState<number>();
  // Amount due when the sheet opened: a refetch must not change it while the cash is counted.
  const owed = useRef(due).current;
  const taking = useAction({
    act: (cashReceived: number, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/order/{id}/cash', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { cashReceived },
        }),
      ),
    invalidates: [ordersKey, orderKey(id), cashKey],
  });
  const change = received === undefined ? undefined : changeOf(received, owed, currencyDigits);
  if (taking.isSuccess) {
    const { changeDue } = taking.data;
    return (
      <Stack role="status">
        <Text>{words.taken(format.money(owed))}</Text>
        <Text className={styles.change}>{changeDue > 0 ? words.changeDue(format.money(changeDue)) : words.nothingBack}</Text>
        <Button onClick={close} data-autofocus>
          {words.done}
        </Button>
      </Stack>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (received !== undefined && change !== undefined && change >= 0)
      check([{ amount: received, last: owed, isDue: true }], () => taking.mutate(received));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          {words.due}: <strong>{format.money(owed)}</strong>
        </Text>
        <MoneyInput
          data-autofocus
          label={words.received}
          size="lg"
          allowNegative={false}
          max={1_000_000_000_000}
          value={received ?? ''}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={(typed) => setReceived(typed === '' || !Number.isFinite(Number(typed)) ? undefined : Number(typed))}
        />
        <Group gap="xs">
          {likelyAmounts(owed, currencyDigits).map((amount) => (
            <Button key={amount} variant="default" onClick={() => setReceived(amount)}>
              {format.money(amount)}
            </Button>
          ))}
        </Group>
        <Text className={styles.change} role="status" data-short={(change !== undefined && change < 0) || undefined}>
          {change === undefined
            ? '\u00a0'
            : change < 0
              ? words.tooLittle(format.money(-change))
              : change === 0
                ? words.exactly
                : words.changeDue(format.money(change))}
        </Text>
        {question}
        <Button type="submit" loading={taking.isPending} disabled={change === undefined || change < 0}>
          {words.take(format.money(owed))}
        </Button>
      </Stack>
    </form>
  );
}
