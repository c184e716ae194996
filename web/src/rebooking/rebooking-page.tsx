import { Alert, Anchor, Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { Problem } from '../api/problem.ts';
import { IconCalendarShare } from '../icons/calendar-share.ts';
import { useAction } from '../ui/action.ts';
import { BackLink } from '../ui/back-link.tsx';
import { useDrag } from '../ui/drag.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { ListExport } from '../ui/list-export.tsx';
import listRows from '../ui/list-rows.module.css';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import { QueryBoundary } from '../ui/states.tsx';
import { UndoButton } from '../ui/undo-button.tsx';
import { Choices } from './choices.tsx';
import { shownReason } from './common-reason-rules.ts';
import { DropPlaces } from './drop-places.tsx';
import { cellOfPlace, changeOf } from './drop-places-rules.ts';
import { ProposalRow } from './proposal-row.tsx';
import styles from './rebooking.module.css';
import { type Rebooking, type RebookingRow, rebookingKey, useRebooking } from './rebooking-queries.ts';
import { rebookingWords } from './rebooking-words.ts';
import { useStepPlace } from './step-place.ts';

const changed = [rebookingKey, ordersKey] as const;

/** A proposal of new places: its rows with costs, changes, applying, undo, and the answers of the farmers. */
export function RebookingPage() {
  const words = useWords(rebookingWords);
  const id = Number(useParams().id);
  const query = useRebooking(id);
  return (
    <Page
      title={words.title}
      narrow
      back={<BackLink to="/rebooking" name={words.list} />}
      exports={<ListExport list="/api/receptionist/rebooking/{id}/row" path={{ id }} />}
    >
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
  const dragArea = useRef<HTMLDivElement>(null);
  const drag = useDrag(dragArea, (orderId, cell) => {
    const row = rows.find((one) => one.orderId === orderId);
    const body = changeOf(cell);
    if (row === undefined || body === undefined || cell === cellOfPlace(row.to) || edit.isPending) return;
    edit.mutate({ orderId, body });
  });
  const dragged = rows.find(({ orderId }) => orderId === drag?.id);
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
        <span>{shownReason(rebooking.reason, words)}</span>
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
        {rebooking.undoableUntil === null ? null : <UndoButton isPending={undo.isPending} onUndo={() => undo.mutate(undefined)} />}
      </Group>
      <div ref={dragArea}>
        {state === 'proposed' ? <p className={listRows.note}>{words.dragHint}</p> : null}
        <ul className={listRows.list}>
          {rows.map((row) => (
            <ProposalRow
              key={row.orderId}
              row={row}
              state={state}
              isDragged={dragged === row}
              onEdit={() => setEdited(row)}
              onKeyDown={keysOf(row)}
            />
          ))}
        </ul>
        {dragged === undefined ? null : <DropPlaces rebooking={rebooking} row={dragged} over={drag?.over} />}
      </div>
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
