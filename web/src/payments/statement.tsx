import { Alert, Button, FileButton, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { IconFileUpload } from '../icons/file-upload.ts';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { navWords } from '../ui/navigation-words.ts';
import { Page } from '../ui/page.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import { AssignLine } from './assign-line.tsx';
import styles from './payments.module.css';
import { statementWords } from './statement-words.ts';

type Statement = Shape<'BankStatement'>;
type Line = Statement['lines'][number];
type Columns = Partial<Record<'date' | 'amount' | 'memo' | 'number', number>>;

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const columnNames = ['date', 'amount', 'memo', 'number'] as const;
const states = ['matched', 'ambiguous', 'unmatched'] as const;

const send = (file: File, { date, amount, memo, number }: Columns): Promise<Statement> =>
  read(
    api.POST('/api/receptionist/bank-statement', {
      params: { query: { dateColumn: date, amountColumn: amount, memoColumn: memo, numberColumn: number } } as never,
      headers: { 'content-type': file.name.toLowerCase().endsWith('.xlsx') ? xlsx : 'text/csv' },
      body: file as never,
      bodySerializer: (body: unknown) => body as never,
    }),
  );

/** Matches a bank statement with unpaid orders. */
export function BankStatement() {
  const words = useWords(statementWords);
  const { payments } = useWords(navWords);
  const [file, setFile] = useState<File>();
  const reading = useAction({
    act: ({ chosen, columns }: { chosen: File; columns: Columns }) => send(chosen, columns),
    showsOwnErrors: true,
  });
  const begin = (chosen: File | null) => {
    if (chosen === null) return;
    setFile(chosen);
    reading.mutate({ chosen, columns: {} });
  };
  return (
    <Page title={words.title} back={<BackLink to="/payments" name={payments} />}>
      <Stack>
        <Text>{words.intro}</Text>
        <FileButton onChange={begin} accept={`.csv,.xlsx,text/csv,${xlsx}`}>
          {(props) => (
            <Button
              {...props}
              w="fit-content"
              leftSection={<IconFileUpload size={20} aria-hidden />}
              variant={file === undefined ? 'filled' : 'default'}
            >
              {file === undefined ? words.choose : words.other}
            </Button>
          )}
        </FileButton>
        {reading.isPending ? <Loading lines={3} /> : null}
        {reading.isError ? <ErrorState error={reading.error} /> : null}
        {reading.isSuccess && file !== undefined ? (
          reading.data.isReadable ? (
            <Lines key={reading.submittedAt} statement={reading.data} />
          ) : (
            <ChooseColumns headers={reading.data.headers} read={(columns) => reading.mutate({ chosen: file, columns })} />
          )
        ) : null}
      </Stack>
    </Page>
  );
}

function ChooseColumns({ headers, read: readAgain }: { headers: string[]; read(columns: Columns): void }) {
  const words = useWords(statementWords);
  const [columns, setColumns] = useState<Columns>({});
  const data = [{ value: '', label: words.none }, ...headers.map((label, at) => ({ value: String(at), label }))];
  return (
    <Stack maw={420}>
      <Title order={2} size="h3">
        {words.columns}
      </Title>
      <Text>{words.columnsText}</Text>
      {columnNames.map((name) => (
        <NativeSelect
          key={name}
          label={words.column[name]}
          data={data}
          value={columns[name] ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const { [name]: _, ...others } = columns;
            setColumns(value === '' ? others : { ...others, [name]: Number(value) });
          }}
        />
      ))}
      <Button disabled={columns.amount === undefined || columns.memo === undefined} onClick={() => readAgain(columns)}>
        {words.readAgain}
      </Button>
    </Stack>
  );
}

function Lines({ statement: { lines } }: { statement: Statement }) {
  const words = useWords(statementWords);
  const [assigned, setAssigned] = useState<number[]>([]);
  const matched = lines.filter(({ state }) => state === 'matched').slice(0, 500);
  const confirming = useAction({
    act: (_, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/bank-statement/confirm', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: {
            lines: matched.map(({ row, date, amount, memo, number, orderId }) => ({
              row,
              date,
              amount,
              memo,
              number,
              orderId: orderId ?? 0,
            })),
          },
        }),
      ),
    invalidates: [ordersKey],
  });
  return (
    <Stack>
      {confirming.isSuccess ? (
        <Alert color="leaf" role="status">
          {words.done(confirming.data.paid, matched.length)}
        </Alert>
      ) : matched.length === 0 ? (
        <Text>{words.nothing}</Text>
      ) : (
        <Group>
          <Button loading={confirming.isPending} onClick={() => confirming.mutate()}>
            {words.confirm(matched.length)}
          </Button>
        </Group>
      )}
      {states.map((state) => (
        <Part
          key={state}
          name={words.state[state]}
          lines={lines.filter((line) => line.state === state)}
          assigned={assigned}
          onAssigned={(row) => setAssigned((now) => [...now, row])}
        />
      ))}
    </Stack>
  );
}

interface PartProps {
  name: string;
  lines: Line[];
  /** Rows that were assigned by hand. */
  assigned: readonly number[];
  onAssigned(row: number): void;
}

function Part({ name, lines, assigned, onAssigned }: PartProps) {
  const words = useWords(statementWords);
  const format = useFormat();
  if (lines.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        {name} ({lines.length})
      </Title>
      <ul className={styles.rows}>
        {lines.map((line) => {
          const { row, date, amount, memo, state, reason, orderId, farmer, due } = line;
          return (
            <li key={row} className={styles.row}>
              <div className={styles.who}>
                {orderId === null ? null : (
                  <Link to={`/orders/${orderId}`} className={styles.link}>
                    {words.order(orderId)}
                    {farmer === null ? '' : `, ${farmer}`}
                  </Link>
                )}
                <Text>{memo}</Text>
                <Text c="dimmed">
                  {words.line(row)}
                  {date === null ? '' : ` · ${format.date(date)}`}
                  {reason === null ? '' : ` · ${words.reason[reason]}`}
                  {due === null || reason !== 'amount_differs' ? '' : ` · ${words.due(format.money(due))}`}
                </Text>
              </div>
              <Text fw={600}>{format.money(amount)}</Text>
              {assigned.includes(row) ? (
                <Text role="status">{words.assigned}</Text>
              ) : state === 'matched' || reason === 'already_used' ? null : (
                <div>
                  <AssignLine line={line} onPaid={() => onAssigned(row)} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
