import { type CSSProperties, type DragEvent, useRef } from 'react';
import { Link } from 'react-router';
import type { Shape } from '../../api/client.ts';
import { ReportIllness } from '../../crew-plan/report-illness.tsx';
import { AbsenceChip } from '../../dispatch/absence-chips.tsx';
import type { Absence } from '../../dispatch/absence-queries.ts';
import { absentIn, isAbsentAllDay } from '../../dispatch/absence-rules.ts';
import { useWords } from '../../ui/language.tsx';
import { useShortName } from '../../ui/short-names.tsx';
import { orderIcons } from '../../ui/state-badge.tsx';
import { stateWords } from '../../ui/state-words.ts';
import { useChosenOrder } from '../detail/chosen-order.ts';
import type { Order, User } from '../detail/office-order-data.ts';
import { OrderArea } from '../order-area.tsx';
import { useShownState } from '../shown-state.ts';
import { boardWords } from './board-words.ts';
import styles from './crew-board.module.css';
import { crewCells, isTargetOf } from './crew-cell-rules.ts';
import { useVisibleLines } from './visible-lines.ts';
import { renderedPositions } from './visible-lines-rules.ts';

/** An order picked up from a row; `from` is undefined in the row without a crew. */
export interface Picked {
  order: Order;
  from: User | undefined;
}

interface CrewRowProps {
  /** undefined: the row of the orders without a crew. */
  sprayer: User | undefined;
  byRow: Map<number | undefined, Order[]>;
  sessions: readonly Shape<'Session'>[];
  /** Approved ones on the date. */
  absences: readonly Absence[];
  crewOf(id: number): readonly User[];
  picked: Picked | undefined;
  setPicked(picked: Picked | undefined): void;
  put(to: User): void;
  /** Only the orders near the screen are rendered, in lines of equal height. */
  isWindowed: boolean;
  date: string;
}

const canBeAssigned = ({ orderStatus }: Order): boolean => orderStatus === 'confirmed' || orderStatus === 'assigned';

/** Height of a chip, as in the styles, and the space below it. */
const chipPx = 116;
const gapPx = 6;

/** The day of one sprayer, or the orders without a crew. */
export function CrewRow({ sprayer, byRow, sessions, absences, crewOf, picked, setPicked, put, isWindowed, date }: CrewRowProps) {
  const words = useWords(boardWords);
  const shortName = useShortName();
  const { chosen } = useChosenOrder();
  const row = useRef<HTMLTableRowElement>(null);
  const orders = byRow.get(sprayer?.id) ?? [];
  const cells = crewCells(sessions, orders, (id) => (sprayer === undefined ? [] : absentIn(absences, sprayer.id, date, id)));
  const range = useVisibleLines(row, Math.max(0, ...cells.map((cell) => cell.orders.length)), chipPx + gapPx, isWindowed);
  const chip = (order: Order, style?: CSSProperties) => (
    <CrewChip
      key={order.id}
      order={order}
      crew={crewOf(order.id)}
      isPicked={picked?.order.id === order.id && picked.from?.id === sprayer?.id}
      onPick={canBeAssigned(order) ? () => setPicked(picked?.order.id === order.id ? undefined : { order, from: sprayer }) : undefined}
      onDrag={() => setPicked({ order, from: sprayer })}
      {...(style === undefined ? {} : { style })}
    />
  );
  const chips = (own: readonly Order[]) => {
    if (!isWindowed) return own.map((order) => chip(order));
    // The first one is always there: the Tab key enters a cell at its beginning.
    const kept = own.flatMap(({ id }, position) => (position === 0 || id === chosen || id === picked?.order.id ? [position] : []));
    return own.length === 0 ? null : (
      <div className={styles.lines} style={{ minHeight: own.length * (chipPx + gapPx) - gapPx }}>
        {renderedPositions(own.length, range, 1, kept).map((position) => {
          const order = own[position];
          return order === undefined ? null : chip(order, { gridRow: position + 1 });
        })}
      </div>
    );
  };
  return (
    <tr ref={row} className={sprayer === undefined ? styles.unassigned : undefined}>
      <th scope="row">
        <span className={styles.rowName} title={sprayer?.fullName}>
          {sprayer === undefined ? words.withoutCrew : shortName(sprayer)}
        </span>
        {sprayer !== undefined &&
        orders.some(({ orderStatus }) => orderStatus === 'assigned') &&
        !isAbsentAllDay(absences, sprayer.id, date) ? (
          <ReportIllness sprayer={sprayer} date={date} />
        ) : null}
      </th>
      {cells.map((cell) => {
        const isTarget = sprayer !== undefined && picked !== undefined && isTargetOf(cell, picked.order.session.id);
        return (
          <td
            key={cell.sessions[0].id}
            colSpan={cell.sessions.length}
            data-target={isTarget || undefined}
            data-absent={cell.absences.length > 0 || undefined}
            onDragOver={(event: DragEvent) => {
              if (isTarget) event.preventDefault();
            }}
            onDrop={(event: DragEvent) => {
              event.preventDefault();
              if (isTarget) put(sprayer);
            }}
          >
            {cell.absences.length === 0 ? null : (
              <div className={styles.absences}>
                {cell.absences.map((absence) => (
                  <AbsenceChip key={absence.id} absence={absence} hasTimes={false} />
                ))}
              </div>
            )}
            {chips(cell.orders)}
            {isTarget ? (
              <button type="button" className={styles.target} aria-label={words.assignTo(sprayer.fullName)} onClick={() => put(sprayer)}>
                {words.assignHere}
              </button>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}

interface CrewChipProps {
  order: Order;
  crew: readonly User[];
  isPicked: boolean;
  /** undefined: the work has begun or is not confirmed, so the crew stays. */
  onPick: (() => void) | undefined;
  onDrag(): void;
  style?: CSSProperties;
}

function CrewChip({ order, crew, isPicked, onPick, onDrag, style }: CrewChipProps) {
  const words = useWords(boardWords);
  const states = useWords(stateWords);
  const { addressOf } = useChosenOrder();
  const { id, farmer, location } = order;
  const shown = useShownState(order);
  const Icon = orderIcons[shown];
  const action = crew.length === 0 ? words.assignCrew : words.changeCrew;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by key and touch
    <div
      className={styles.chip}
      data-state={shown}
      data-fixed={style === undefined ? undefined : true}
      style={style}
      data-picked={isPicked || undefined}
      draggable={onPick !== undefined}
      onDragStart={onDrag}
    >
      <Link to={addressOf(id)} data-order-id={id} className={styles.link ?? ''} draggable={false}>
        <Icon size={16} aria-hidden /> {farmer.fullName}
        <span className="visually-hidden">, {states.order[shown]}</span>
      </Link>
      <span className={styles.until}>
        {location} · <OrderArea order={order} />
      </span>
      {onPick === undefined ? null : (
        <button
          type="button"
          className={styles.pick}
          aria-pressed={isPicked}
          aria-label={words.pick(action, farmer.fullName)}
          onClick={onPick}
        >
          {action}
        </button>
      )}
    </div>
  );
}
