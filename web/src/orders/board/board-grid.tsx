import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLunarDates } from '../../catalog/lunar-dates.ts';
import type { Slot } from '../../catalog/week-table.tsx';
import { clockTime, useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { hasForecast } from '../../weather/spray-windows.ts';
import type { Selection } from '../bulk/selection.ts';
import { useChosenOrder } from '../detail/chosen-order.ts';
import type { Order, User } from '../detail/office-order-data.ts';
import styles from './board.module.css';
import { BoardCell } from './board-cell.tsx';
import { useDrag } from './board-drag.ts';
import { cellAt, nextStop } from './board-keys.ts';
import { byCell, cellKey, crewByOrder, halves, hasBegun, movable } from './board-rules.ts';
import { boardWords } from './board-words.ts';
import { stopOfOrder } from './order-chip.tsx';
import type { Week } from './week-data.ts';

export interface Cut {
  order: Order;
  crew: readonly User[];
}

interface BoardGridProps {
  week: Week;
  days: string[];
  today: string;
  /** Current date and time in the company's time zone. */
  now: string;
  showCancelled: boolean;
  /** The first day of the range that takes the focus once it is rendered. */
  focusIn: { current: string | undefined };
  /** The order that is being moved; it may come from another week. */
  cut: Cut | undefined;
  selection: Selection;
  /** True: a click selects an order instead of opening it. */
  isSelecting: boolean;
  onSelect(ids: readonly number[], upTo: boolean): void;
  onCut(cut: Cut | undefined): void;
  onMove(order: Order, to: Slot, crew: readonly User[]): void;
  announce(text: string): void;
}

/** Days as columns, sessions as rows; orders are moved by drag and drop or by keys. */
export function BoardGrid(props: BoardGridProps) {
  const { week, days, today, now, showCancelled, focusIn, cut, selection, isSelecting, onSelect, onCut, onMove, announce } = props;
  const words = useWords(boardWords);
  const { chosen, close } = useChosenOrder();
  const grid = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState<string>();
  const follow = useKeptFocus(grid);
  useEffect(() => {
    if (focusIn.current === undefined || focusIn.current !== days[0]) return;
    focusIn.current = undefined;
    grid.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')?.focus({ preventScroll: true });
  });

  const orders = week.orders.filter(({ orderStatus }) => showCancelled || orderStatus !== 'cancelled');
  const cells = byCell(orders);
  const places = new Map(week.places.map((each) => [cellKey(each.date, each.session.id), each]));
  const crews = crewByOrder(week.sprayers);
  const windows = new Map((week.windows ?? []).filter(hasForecast).map((window) => [window.orderId, window]));
  const sessions = halves(week.places, orders);
  const stops = new Set<string>();
  for (const { id } of orders) stops.add(stopOfOrder(id));
  for (const { date, session, free } of week.places) if (free > 0 && !hasBegun(date, session, now)) stops.add(cellKey(date, session.id));
  const first = stop !== undefined && stops.has(stop) ? stop : firstStop(sessions, days, cells, stops);

  const taken = (id: number): Cut | undefined => {
    const order = week.orders.find((each) => each.id === id);
    return order === undefined ? undefined : { order, crew: crews.get(id) ?? [] };
  };
  const drop = (moved: Cut | undefined, slot: Slot) => {
    onCut(undefined);
    if (moved !== undefined) onMove(moved.order, slot, moved.crew);
  };
  const slotOf = (key: string): Slot | undefined => {
    const [date = '', id] = key.split('/');
    const session = sessions.flat().find((each) => String(each.id) === id);
    return session === undefined ? undefined : { date, session };
  };
  const drag = useDrag(grid, (id, cell) => {
    const slot = slotOf(cell);
    if (slot !== undefined) drop(taken(id), slot);
  });
  const dragged = drag === undefined ? undefined : taken(drag.id)?.order;
  const cancelMove = () => {
    if (cut !== undefined) {
      onCut(undefined);
      announce(words.moveCancelled);
    } else if (chosen !== undefined) close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target as HTMLElement;
    const to = nextStop(event.currentTarget, at, event.key);
    if (to !== undefined) {
      event.preventDefault();
      to.focus();
      return;
    }
    const key = event.key.toLowerCase();
    const here = taken(Number(at.dataset.orderId));
    if (key === 'escape') cancelMove();
    else if (key === 'x' && here !== undefined) {
      if (movable(here.order)) onCut(here);
      announce(movable(here.order) ? words.cut(here.order.farmer.fullName) : words.cannotMove);
    } else if (key === 's' && here !== undefined) onSelect([here.order.id], event.shiftKey);
    else if (key === 'a')
      onSelect(
        (cells.get(cellAt(at) ?? '') ?? []).map(({ id }) => id),
        false,
      );
    else if ((key === 'v' || key === 'enter') && cut !== undefined) {
      const slot = slotOf(cellAt(at) ?? '');
      if (slot !== undefined) {
        follow(`[data-cell="${cellAt(at)}"] [data-order-id="${cut.order.id}"]`);
        drop(cut, slot);
      }
    } else return;
    event.preventDefault();
  };
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked with the arrow keys
      role="grid"
      aria-label={words.grid}
      className={styles.grid}
      data-days={days.length}
      data-moving={cut !== undefined || dragged !== undefined || undefined}
      onKeyDown={onKeyDown}
      onFocus={({ target }: FocusEvent<HTMLElement>) => setStop(target.dataset.stop)}
    >
      <Days days={days} today={today} />
      {sessions.map((half) => (
        <tbody key={half[0]?.id}>
          {half.map((session) => (
            <tr key={session.id}>
              <th scope="row">
                {clockTime(session.startTime)}
                <span className={styles.until}>–{clockTime(session.endTime)}</span>
              </th>
              {days.map((date) => {
                const key = cellKey(date, session.id);
                return (
                  <BoardCell
                    key={date}
                    slot={{ date, session }}
                    orders={cells.get(key) ?? []}
                    places={places.get(key)}
                    begun={hasBegun(date, session, now)}
                    crews={crews}
                    windows={windows}
                    wide={days.length === 1}
                    stop={first}
                    cut={cut?.order.id}
                    selection={isSelecting ? selection : undefined}
                    onSelect={onSelect}
                    over={drag?.over === key && dragged !== undefined && cellKey(dragged.date, dragged.session.id) !== key}
                    onPaste={() => drop(cut, { date, session })}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** A separate component, so that the cells do not render again when the lunar dates arrive. */
function Days({ days, today }: { days: string[]; today: string }) {
  const words = useWords(boardWords);
  const format = useFormat();
  const lunar = useLunarDates(days[0] ?? today, days.length);
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{words.session}</span>
        </th>
        {days.map((date) => {
          const moon = lunar.get(date);
          return (
            <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
              <span className={styles.day}>{date === today ? words.today : format.weekday(date)}</span>
              <span className={styles.date}>{format.dayMonth(date)}</span>
              <span className={styles.lunar}>{moon === undefined ? '\u00a0' : words.lunar(moon.day, moon.month, moon.leap)}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function firstStop(
  sessions: readonly { id: number }[][],
  days: readonly string[],
  cells: Map<string, Order[]>,
  stops: ReadonlySet<string>,
): string | undefined {
  for (const date of days)
    for (const { id } of sessions.flat()) {
      const key = cellKey(date, id);
      const order = cells.get(key)?.[0];
      if (order !== undefined) return stopOfOrder(order.id);
      if (stops.has(key)) return key;
    }
  return undefined;
}

/** A moved order is rendered in another cell: the focus follows it. */
function useKeptFocus(grid: { current: HTMLTableElement | null }): (selector: string) => void {
  const awaited = useRef<string | undefined>(undefined);
  const kept = useRef<string | undefined>(undefined);
  useEffect(() => {
    const table = grid.current;
    const onFocus = ({ target }: globalThis.FocusEvent) => {
      kept.current = (target as HTMLElement).dataset.stop;
    };
    const onBlur = ({ target }: globalThis.FocusEvent) => {
      const left = target as HTMLElement;
      setTimeout(() => {
        if (left.isConnected && kept.current === left.dataset.stop && document.activeElement !== left) kept.current = undefined;
      });
    };
    table?.addEventListener('focusin', onFocus);
    table?.addEventListener('focusout', onBlur);
    return () => {
      table?.removeEventListener('focusin', onFocus);
      table?.removeEventListener('focusout', onBlur);
    };
  }, [grid]);
  useEffect(() => {
    const arrived = awaited.current === undefined ? null : grid.current?.querySelector<HTMLElement>(awaited.current);
    if (arrived !== null && arrived !== undefined) {
      awaited.current = undefined;
      arrived.focus();
    }
    if (kept.current === undefined || document.activeElement !== document.body) return;
    grid.current?.querySelector<HTMLElement>(`[data-stop="${kept.current}"]`)?.focus({ preventScroll: true });
  });
  return (selector) => {
    awaited.current = selector;
  };
}
