import { Alert, Button, Group, Switch, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { IconCheck } from '../icons/check.ts';
import { IconRefresh } from '../icons/refresh.ts';
import { IconTrash } from '../icons/trash.ts';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { Segments } from '../ui/segments.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import { tallSwitch } from '../ui/tall-switch.ts';
import { UndoButton } from '../ui/undo-button.tsx';
import styles from './crew-plan.module.css';
import type { CrewPlan, PlanDetails } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';
import { useAcceptPlan, useCancelPlan, useChangeRow, usePlanAgain, useUndoPlan } from './plan-actions.ts';
import { CostItems, PlanHead } from './plan-head.tsx';
import { PlanRows } from './plan-rows.tsx';
import { RowDetails } from './row-details.tsx';
import { StopWarning } from './stop-warning.tsx';

const PlanMap = lazyPart(() => import('./plan-map.tsx'), 'PlanMap');

/** Present and proposed crews, what can be done with them, and the routes on a map. */
export function Proposal({ plan, details }: { plan: CrewPlan; details: PlanDetails }) {
  const words = useWords(crewPlanWords);
  const { id, state, changes, pinned } = plan;
  const { rows, routes, unplaced } = details;
  const [view, setView] = useState<'crews' | 'map'>('crews');
  const [onlyChanges, setOnlyChanges] = useState(false);
  const [isSelecting, setSelecting] = useState(false);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [openedId, setOpenedId] = useState<number>();
  const accept = useAcceptPlan(id);
  const undo = useUndoPlan(id);
  const again = usePlanAgain(id);
  const discard = useCancelPlan(id);
  const change = useChangeRow(id, () => setOpenedId(undefined));
  const isReady = state === 'ready';
  const canAccept = isReady && changes > 0 && !accept.isPending;
  const toggle = (orderId: number) =>
    setSelected((before) => (before.includes(orderId) ? before.filter((one) => one !== orderId) : [...before, orderId]));
  useShortcuts(words.keys, [
    { keys: ['←', '→', '↑', '↓'], description: words.keyMove },
    { keys: 'Enter', description: words.keyOpen },
    { keys: 'S', description: words.keySelect },
    { keys: 'P', description: words.keyPin },
    { keys: 'C', description: words.keyChanges, run: () => setOnlyChanges(!onlyChanges) },
    {
      keys: 'Ctrl Enter',
      description: words.keyAccept,
      run: () => {
        if (canAccept) accept.mutate(undefined);
      },
    },
    {
      keys: 'Z',
      description: words.keyUndo,
      run: () => {
        if (plan.undoableUntil !== null) undo.mutate(undefined);
      },
    },
  ]);
  const opened = rows.find(({ orderId }) => orderId === openedId);
  const left = rows.filter(({ outcome }) => outcome === 'left_out');
  return (
    <div className={styles.proposal}>
      <PlanHead plan={plan} />
      {isReady ? <StopWarning date={plan.date} /> : null}
      {left.length === 0 ? null : (
        <Alert color="clay" role="alert" title={words.leftOut(left.length)}>
          {left.map(({ orderId, farmer }) => farmer.fullName + (orderId === left.at(-1)?.orderId ? '' : ', '))}
        </Alert>
      )}
      {isReady && changes === 0 ? <Text role="status">{words.nothing}</Text> : null}
      {isReady && changes > 0 ? (
        <Button
          className={styles.accept ?? ''}
          leftSection={<IconCheck size={20} aria-hidden />}
          loading={accept.isPending}
          onClick={() => accept.mutate(selected.length === 0 ? undefined : [...selected])}
        >
          {selected.length === 0 ? words.acceptAll(changes) : words.acceptSelected(selected.length)}
        </Button>
      ) : null}
      <Group gap="sm" className={styles.tools ?? ''}>
        {isReady ? (
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={20} aria-hidden />}
              loading={again.isPending}
              onClick={() => again.mutate()}
            >
              {pinned === 0 ? words.again : words.againPinned(pinned)}
            </Button>
            <Button
              variant="subtle"
              leftSection={<IconTrash size={20} aria-hidden />}
              loading={discard.isPending}
              onClick={() => discard.mutate()}
            >
              {words.discard}
            </Button>
          </>
        ) : null}
        {plan.undoableUntil === null ? null : <UndoButton isPending={undo.isPending} onUndo={() => undo.mutate(undefined)} />}
        <Segments
          aria-label={words.view}
          value={view}
          onChange={(value) => setView(value as 'crews' | 'map')}
          data={[
            { value: 'crews', label: words.crews },
            { value: 'map', label: words.map },
          ]}
        />
        {view === 'crews' ? (
          <Switch
            size="md"
            styles={tallSwitch}
            label={words.onlyChanges}
            checked={onlyChanges}
            onChange={({ currentTarget }) => setOnlyChanges(currentTarget.checked)}
          />
        ) : null}
        {view === 'crews' && isReady && changes > 0 ? (
          <Switch
            size="md"
            styles={tallSwitch}
            label={words.selecting}
            checked={isSelecting}
            onChange={({ currentTarget }) => {
              setSelecting(currentTarget.checked);
              if (!currentTarget.checked) setSelected([]);
            }}
          />
        ) : null}
      </Group>
      {view === 'map' ? (
        <Suspense>
          <PlanMap rows={rows} routes={routes} />
        </Suspense>
      ) : (
        <PlanRows
          rows={rows}
          onlyChanges={onlyChanges}
          isReady={isReady}
          isSelecting={isSelecting}
          selected={selected}
          onToggle={(orderId) => {
            setSelecting(true);
            toggle(orderId);
          }}
          onOpen={setOpenedId}
          onPin={({ orderId, isPinned }) => change.mutate({ orderId, body: { isPinned: !isPinned } })}
        />
      )}
      <CostItems plan={plan} />
      <Sheet opened={opened !== undefined} close={() => setOpenedId(undefined)} title={opened?.farmer.fullName ?? ''}>
        {opened === undefined ? null : (
          <RowDetails
            planId={id}
            row={opened}
            unplaced={unplaced.find(({ orderId }) => orderId === opened.orderId)}
            isReady={isReady}
            isSaving={change.isPending}
            onChange={(body) => change.mutate({ orderId: opened.orderId, body })}
          />
        )}
      </Sheet>
    </div>
  );
}
