import { Alert, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import styles from './payments.module.css';
import { statementWords } from './statement-words.ts';

export type StatementLine = Shape<'BankStatement'>['lines'][number];

interface AssignLineProps {
  line: StatementLine;
  onPaid(): void;
}

/** Enters a bank line for an order that the office chooses, where the line alone does not say which. */
export function AssignLine({ line, onPaid }: AssignLineProps) {
  const words = useWords(statementWords);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)} aria-label={`${words.assign}: ${words.line(line.row)}`}>
        {words.assign}
      </Button>
      <Sheet opened={opened} close={() => setOpened(false)} title={words.assignTitle}>
        <ChooseOrder
          line={line}
          onPaid={() => {
            setOpened(false);
            onPaid();
          }}
        />
      </Sheet>
    </>
  );
}

function ChooseOrder({ line, onPaid }: AssignLineProps) {
  const words = useWords(statementWords);
  const format = useFormat();
  const [search, setSearch] = useState(line.orderId === null ? '' : `#${line.orderId}`);
  const orders = useQuery({
    queryKey: [...ordersKey, 'payable', search],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/order', {
          params: {
            query: { search, paymentMethod: ['cash'], paymentStatus: ['pending', 'failed'], pageable: { page: 0, size: 10 } },
          },
          signal,
        }),
      ),
    // The list stays while a search runs: a press on it must not be lost when the field loses the focus.
    placeholderData: keepPreviousData,
  });
  const { row, date, amount, memo, number } = line;
  const assigning = useAction({
    act: (orderId: number, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/bank-statement/confirm', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: { lines: [{ row, date, amount, memo, number, orderId }] },
        }),
      ),
    invalidates: [ordersKey, ...(line.orderId === null ? [] : [orderKey(line.orderId)])],
    onSuccess: ({ paid }) => {
      if (paid > 0) onPaid();
    },
  });
  const result = assigning.data?.lines[0]?.result;
  return (
    <Stack>
      <Text>
        <strong>{format.money(amount)}</strong> · {memo}
      </Text>
      <SearchField label={words.searchOrder} text={search} onSearch={setSearch} maxLength={200} data-autofocus />
      {result === undefined || result === 'paid' ? null : (
        <Alert color="clay" role="alert">
          {words.notAssigned(words.reason[result])}
        </Alert>
      )}
      <QueryBoundary query={orders} empty={{ when: ({ content }) => content.length === 0, show: <Text>{words.noOrder}</Text> }}>
        {({ content }) => (
          <ul className={styles.choices}>
            {content
              .filter(({ orderStatus }) => orderStatus !== 'cancelled')
              .map((order) => (
                <li key={order.id}>
                  <Button
                    variant="default"
                    fullWidth
                    h="auto"
                    py="xs"
                    justify="space-between"
                    rightSection={format.money(order.cost)}
                    loading={assigning.isPending && assigning.variables === order.id}
                    onClick={() => assigning.mutate(order.id)}
                    aria-label={words.assignTo(order.id, order.farmer.fullName)}
                  >
                    <span className={styles.choice}>
                      {order.farmer.fullName}
                      <small>
                        {words.order(order.id)}, {format.date(order.date)}
                      </small>
                    </span>
                  </Button>
                </li>
              ))}
          </ul>
        )}
      </QueryBoundary>
    </Stack>
  );
}
