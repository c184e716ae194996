import { Title } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconPencil } from '../icons/pencil.ts';
import { IconPin } from '../icons/pin.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useShortName } from '../ui/short-names.tsx';
import styles from './crew-plan.module.css';
import type { PlanRow } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';
import { bySession, differenceOf, neighbour } from './plan-view-rules.ts';

interface PlanRowsProps {
  rows: readonly PlanRow[];
  onlyChanges: boolean;
  /** Rows can be pinned and selected. */
  isReady: boolean;
  isSelecting: boolean;
  selected: readonly number[];
  onToggle(orderId: number): void;
  onOpen(orderId: number): void;
  onPin(row: PlanRow): void;
}

/** A column for each session, a card for each order, so that a day of 60 orders fits on a screen. Arrow keys move. */
export function PlanRows({ rows, onlyChanges, isReady, isSelecting, selected, onToggle, onOpen, onPin }: PlanRowsProps) {
  const format = useFormat();
  const groups = bySession(rows, onlyChanges);
  const focus = (from: HTMLElement, orderId: number | undefined) =>
    from.closest('[data-plan]')?.querySelector<HTMLElement>(`[data-order-id="${orderId}"]`)?.focus();
  const onKeyDown = (row: PlanRow) => (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    if (key.startsWith('Arrow')) focus(currentTarget, neighbour(groups, row.orderId, key));
    else if (isReady && row.isChanged && key.toLowerCase() === 's') onToggle(row.orderId);
    else if (isReady && row.proposed.length > 0 && key.toLowerCase() === 'p') onPin(row);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.columns} data-plan>
      {groups.map((group) => (
        <section key={group.session.id} className={styles.column}>
          <Title order={2}>{format.session(group.session)}</Title>
          <ul>
            {group.rows.map((row) => (
              <li key={row.orderId}>
                <Card
                  row={row}
                  isSelected={selected.includes(row.orderId)}
                  canSelect={isSelecting && row.isChanged}
                  onClick={() => (isSelecting && row.isChanged ? onToggle(row.orderId) : onOpen(row.orderId))}
                  onKeyDown={onKeyDown(row)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface CardProps {
  row: PlanRow;
  isSelected: boolean;
  canSelect: boolean;
  onClick(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

function Card({ row, isSelected, canSelect, onClick, onKeyDown }: CardProps) {
  const words = useWords(crewPlanWords);
  const { kept, added, removed } = differenceOf(row);
  const shortName = useShortName();
  const names = (crew: PlanRow['proposed']) => crew.map(shortName).join(', ');
  const full = (crew: readonly { fullName: string }[]) => crew.map(({ fullName }) => fullName).join(', ') || words.noCrew;
  return (
    <button
      type="button"
      className={styles.card}
      data-order-id={row.orderId}
      data-changed={row.isChanged || undefined}
      data-crewless={row.proposed.length === 0 || undefined}
      {...(canSelect ? { 'aria-pressed': isSelected } : {})}
      title={row.isChanged ? `${full(row.present)} → ${full(row.proposed)}` : full(row.proposed)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <span className={styles.farmer}>
        {row.isPinned ? <IconPin size={14} aria-label={words.pinned} /> : null}
        {row.isEdited ? <IconPencil size={14} aria-label={words.edited} /> : null}
        {row.proposed.length === 0 ? <IconAlertTriangle size={14} aria-hidden /> : null}
        {row.farmer.fullName}
      </span>
      <span className={styles.crew}>
        {removed.length === 0 ? null : (
          <>
            <span className={styles.removed}>− {names(removed)}</span>{' '}
          </>
        )}
        {kept.length === 0 ? null : <span>{names(kept)} </span>}
        {added.length === 0 ? null : <span className={styles.added}>+ {names(added)}</span>}
        {row.proposed.length === 0 ? words.noCrew : null}
      </span>
      {row.isChanged && row.reason !== '' ? <span className={styles.reason}>{row.reason}</span> : null}
    </button>
  );
}
