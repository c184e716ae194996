import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight, IconCalendarShare } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { weatherWords } from '../weather/weather-words.ts';
import styles from './rebooking.module.css';
import { type Rebooking, type RebookingRow, rebookingKey, useChoices, useRebooking } from './rebooking-queries.ts';
import { rebookingWords } from './rebooking-words.ts';

const changed = [rebookingKey, ordersKey] as const;

/** A proposal of new places: its rows with costs, changes, applying, undo, and the answers of the farmers. */
export function RebookingPage() {
  const words = useWords(rebookingWords);
  const id = Number(useParams().id);
  const query = useRebooking(id);
  return (
    <Page title={words.title} narrow back={<BackLink to="/rebooking" name={words.list} />}>
      <QueryBoundary query={query}>{({ rebooking, rows }) => <Proposal rebooking={rebooking} rows={rows} />}</QueryBoundary>
    </Page>
  );
}

function Proposal({ rebooking, rows }: { rebooking: Rebooking; rows: readonly RebookingRow[] }) {
  const words = useWords(rebookingWords);
  const navigate = useNavigate();
  const [edited, setEdited] = useState<RebookingRow>();
  const { id, state, answers } = rebooking;
  const path = { params: { path: { id } } };
  const apply = useAction({
    act: () => read(api.POST('/api/receptionist/rebooking/{id}/apply', path)),
    invalidates: changed,
    successMessage: words.applied,
    onError(error) {
      const newer = error instanceof Problem ? error.errors.find((entry) => entry.path.startsWith('rebooking.')) : undefined;
      if (newer !== undefined) void navigate(`/rebooking/${newer.path.slice('rebooking.'.length)}`);
    },
  });
  const undo = useAction({
    act: (_: undefined, idempotencyKey) =>
      read(api.POST('/api/receptionist/rebooking/{id}/undo', { params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } } })),
    invalidates: changed,
    successMessage: words.undone,
  });
  const moving = rebooking.orders - rebooking.notPlaced;
  return (
    <Stack>
      <div className={styles.head}>
        <strong>{words.state[state]}</strong>
        <span>{rebooking.reason}</span>
        <span role="status">
          {words.orders(rebooking.orders)} · {words.notPlaced(rebooking.notPlaced)} · {words.total(rebooking.cost)}
        </span>
        {rebooking.appliedAt === null ? null : (
          <span role="status">
            {words.answers}: {words.answer.accepted} {answers.accepted} · {words.answer.changed} {answers.changed} ·{' '}
            {words.answer.cancelled} {answers.cancelled} · {words.waiting} {answers.open}
          </span>
        )}
      </div>
      {rebooking.replacedBy === null ? null : (
        <Alert color="sky">
          {words.newer} <Link to={`/rebooking/${rebooking.replacedBy}`}>{words.openNewer}</Link>
        </Alert>
      )}
      <Group>
        {state === 'proposed' && moving > 0 ? (
          <Button leftSection={<IconCalendarShare size={20} aria-hidden />} loading={apply.isPending} onClick={() => apply.mutate()}>
            {words.apply(moving)}
          </Button>
        ) : null}
        {rebooking.undoableUntil === null ? null : (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            loading={undo.isPending}
            onClick={() => undo.mutate(undefined)}
          >
            {words.undo}
          </Button>
        )}
      </Group>
      <ul className={styles.list}>
        {rows.map((row) => (
          <Row key={row.orderId} row={row} state={state} onEdit={() => setEdited(row)} />
        ))}
      </ul>
      <Sheet opened={edited !== undefined} close={() => setEdited(undefined)} title={words.choose(edited?.farmer.fullName ?? '')}>
        {edited === undefined ? null : <Choices id={id} row={edited} close={() => setEdited(undefined)} />}
      </Sheet>
    </Stack>
  );
}

function useCostText() {
  const words = useWords(rebookingWords);
  return (cost: Shape<'RebookingCost'>): string =>
    (['delay', 'halfDay', 'weather', 'crew', 'notPlaced'] as const)
      .filter((part) => cost[part] > 0)
      .map((part) => `${words.parts[part]} ${cost[part]}`)
      .join(' + ');
}

function Row({ row, state, onEdit }: { row: RebookingRow; state: Rebooking['state']; onEdit(): void }) {
  const words = useWords(rebookingWords);
  const weather = useWords(weatherWords);
  const format = useFormat();
  const costText = useCostText();
  const { farmer, from, to, cost, current } = row;
  const time = (at: Pick<Shape<'RebookingTime'>, 'date' | 'session'>) => `${format.date(at.date)}, ${format.session(at.session)}`;
  const why = row.notPlacedReason === null ? undefined : words.reasons[row.notPlacedReason];
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <Link to={`/orders/${row.orderId}`} className={styles.name}>
          {farmer.fullName}
        </Link>
        <span className={styles.move}>
          {time(from)} <IconArrowRight size={16} aria-label={words.to} /> <strong>{to === null ? words.noPlace : time(to)}</strong>
        </span>
        <span className={styles.note}>
          {words.total(cost.total)}
          {cost.total === 0 ? '' : `: ${costText(cost)}`}
          {row.verdict === null ? '' : ` · ${weather.verdict[row.verdict]}`}
          {why === undefined ? '' : ` · ${why}`}
        </span>
        {state === 'applied' && to !== null ? (
          <span className={styles.note}>
            {row.answer === null
              ? `${words.waiting}${farmer.hasMail ? '' : ` · ${words.call}`}`
              : `${words.answer[row.answer]}${row.answer === 'changed' ? `: ${time(current)}` : ''}`}
          </span>
        ) : null}
        {farmer.hasMail && to !== null ? null : <a href={`tel:${farmer.phoneNumber.replace(/\s/g, '')}`}>{farmer.phoneNumber}</a>}
      </div>
      {state === 'proposed' ? (
        <Button variant="default" aria-label={words.changeOf(farmer.fullName)} onClick={onEdit}>
          {words.change}
        </Button>
      ) : null}
    </li>
  );
}

function Choices({ id, row, close }: { id: number; row: RebookingRow; close(): void }) {
  const words = useWords(rebookingWords);
  const weather = useWords(weatherWords);
  const format = useFormat();
  const choices = useChoices(id, row.orderId);
  const edit = useAction({
    act: (body: Shape<'RebookingRowChange'>) =>
      read(api.PATCH('/api/receptionist/rebooking/{id}/row/{orderId}', { params: { path: { id, orderId: row.orderId } }, body })),
    invalidates: [rebookingKey],
    successMessage: words.changed,
    onSuccess: close,
  });
  return (
    <QueryBoundary query={choices}>
      {({ content }) => (
        <Stack gap="xs">
          {content.map(({ date, session, verdict, cost }) => (
            <Button
              key={`${date} ${session.id}`}
              variant="default"
              justify="space-between"
              rightSection={<Text span>{words.costs(cost.total)}</Text>}
              loading={edit.isPending}
              onClick={() => edit.mutate({ date, session: { id: session.id } })}
            >
              {format.date(date)}, {format.session(session)} · {weather.short[verdict]}
            </Button>
          ))}
          <Button variant="subtle" loading={edit.isPending} onClick={() => edit.mutate({ noPlace: true })}>
            {words.leave}
          </Button>
        </Stack>
      )}
    </QueryBoundary>
  );
}
