import { Alert, Anchor, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight, IconCalendarShare } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
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
import { useShortcuts } from '../ui/shortcuts.ts';
import { QueryBoundary } from '../ui/states.tsx';
import { weatherWords } from '../weather/weather-words.ts';
import styles from './rebooking.module.css';
import { type Rebooking, type RebookingRow, rebookingKey, useChoices, useRebooking } from './rebooking-queries.ts';
import { rebookingWords } from './rebooking-words.ts';
import { useStepPlace } from './step-place.ts';

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
  const format = useFormat();
  const [announcement, announce] = useState('');
  const edit = useAction({
    act: ({ orderId, body }: { orderId: number; body: Shape<'RebookingRowChange'> }) =>
      read(api.PATCH('/api/receptionist/rebooking/{id}/row/{orderId}', { params: { path: { id, orderId } }, body })),
    invalidates: [rebookingKey],
    onSuccess({ farmer, to, cost }) {
      const place = to === null ? words.noPlace : `${format.date(to.date)}, ${format.session(to.session)}`;
      announce(words.moved(farmer.fullName, place, cost.total));
      setEdited(undefined);
    },
  });
  const step = useStepPlace(
    id,
    ({ orderId }, { date, session }) => edit.mutate({ orderId, body: { date, session: { id: session.id } } }),
    () => announce(words.noFurther),
  );
  const keysOf = (row: RebookingRow) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || edit.isPending) return;
    const { key, currentTarget } = event;
    if (key === 'ArrowLeft' || key === 'ArrowRight') void step(row, key === 'ArrowLeft' ? -1 : 1);
    else if (key === 'Delete') edit.mutate({ orderId: row.orderId, body: { noPlace: true } });
    else if (key === 'ArrowUp' || key === 'ArrowDown') focusNeighbour(currentTarget, key === 'ArrowUp' ? -1 : 1);
    else return;
    event.preventDefault();
  };
  useShortcuts(words.keys, [
    { keys: ['↑', '↓'], description: words.keyRow },
    { keys: ['←', '→'], description: words.keyPlace },
    { keys: 'Delete', description: words.keyLeave },
    { keys: 'Enter', description: words.keyChoose },
  ]);
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
          {words.newer}{' '}
          <Anchor component={Link} to={`/rebooking/${rebooking.replacedBy}`}>
            {words.openNewer}
          </Anchor>
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
          <Row key={row.orderId} row={row} state={state} onEdit={() => setEdited(row)} onKeyDown={keysOf(row)} />
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Sheet opened={edited !== undefined} close={() => setEdited(undefined)} title={words.choose(edited?.farmer.fullName ?? '')}>
        {edited === undefined ? null : (
          <Choices id={id} row={edited} isSaving={edit.isPending} onChoose={(body) => edit.mutate({ orderId: edited.orderId, body })} />
        )}
      </Sheet>
    </Stack>
  );
}

/** To the button of the next or previous row. */
function focusNeighbour(button: HTMLElement, direction: -1 | 1): void {
  const buttons = [...(button.closest('ul')?.querySelectorAll('button') ?? [])];
  buttons[buttons.indexOf(button as HTMLButtonElement) + direction]?.focus();
}

function useCostText() {
  const words = useWords(rebookingWords);
  return (cost: Shape<'RebookingCost'>): string =>
    (['delay', 'halfDay', 'weather', 'crew', 'notPlaced'] as const)
      .filter((part) => cost[part] > 0)
      .map((part) => `${words.parts[part]} ${cost[part]}`)
      .join(' + ');
}

interface RowProps {
  row: RebookingRow;
  state: Rebooking['state'];
  onEdit(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

function Row({ row, state, onEdit, onKeyDown }: RowProps) {
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
        <Anchor component={Link} to={`/orders/${row.orderId}`} className={styles.name ?? ''}>
          {farmer.fullName}
        </Anchor>
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
        {farmer.hasMail && to !== null ? null : <Anchor href={`tel:${farmer.phoneNumber.replace(/\s/g, '')}`}>{farmer.phoneNumber}</Anchor>}
      </div>
      {state === 'proposed' ? (
        <Button variant="default" aria-label={words.changeOf(farmer.fullName)} onClick={onEdit} onKeyDown={onKeyDown}>
          {words.change}
        </Button>
      ) : null}
    </li>
  );
}

interface ChoicesProps {
  id: number;
  row: RebookingRow;
  isSaving: boolean;
  onChoose(body: Shape<'RebookingRowChange'>): void;
}

function Choices({ id, row, isSaving, onChoose }: ChoicesProps) {
  const words = useWords(rebookingWords);
  const weather = useWords(weatherWords);
  const format = useFormat();
  const choices = useChoices(id, row.orderId);
  return (
    <QueryBoundary query={choices}>
      {({ content }) => (
        <Stack gap="xs">
          {content.map(({ date, session, verdict, cost }) => (
            <Button
              key={`${date} ${session.id}`}
              variant="default"
              justify="space-between"
              className={styles.choice ?? ''}
              rightSection={<Text span>{words.costs(cost.total)}</Text>}
              loading={isSaving}
              onClick={() => onChoose({ date, session: { id: session.id } })}
            >
              {format.date(date)}, {format.session(session)} · {weather.short[verdict]}
            </Button>
          ))}
          <Button variant="subtle" loading={isSaving} onClick={() => onChoose({ noPlace: true })}>
            {words.leave}
          </Button>
        </Stack>
      )}
    </QueryBoundary>
  );
}
