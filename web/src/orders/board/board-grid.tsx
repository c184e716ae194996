import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLunarDates } from '../../catalog/lunar-dates.ts';
import type { Slot } from '../../catalog/week-table.tsx';
import { cellAt, useDrag } from '../../ui/drag.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { hasForecast } from '../../weather/spray-windows.ts';
import type { Selection } from '../bulk/selection.ts';
import { useChosenOrder } from '../detail/chosen-order.ts';
import type { Order, User } from '../detail/office-order-data.ts';
import styles from './board.module.css';
import { nextStop, type StopGrid } from './board-keys.ts';
import { BoardRow } from './board-row.tsx';
import { byCell, cellKey, crewByOrder, halves, hasBegun, movable } from './board-rules.ts';
import { boardWords } from './board-words.ts';
import { stopOfOrder } from './order-chip.tsx';
import { mostRendered, useIsPrinting } from './visible-lines.ts';
import type { Week } from './week-data.ts';

export interface Cut {
  order: Order;
  crew: readonly User[];
}

interface BoardGridProps {
  week: Week;
  /** The orders of the week that pass the filters. */
  orders: readonly Order[];
  days: string[];
  today: string;
  /** Current date and time in the company's time zone. */
  now: string;
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
  const { week, orders, days, today, now, focusIn, cut, selection, isSelecting, onSelect, onCut, onMove, announce } = props;
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

  const cells = byCell(orders);
  const takenIn = new Map<string, number>();
  for (const { date, session, orderStatus } of week.orders) {
    const key = cellKey(date, session.id);
    if (orderStatus !== 'cancelled') takenIn.set(key, (takenIn.get(key) ?? 0) + 1);
  }
  const places = new Map(week.places.map((each) => [cellKey(each.date, each.session.id), each]));
  const crews = crewByOrder(week.sprayers);
  const windows = new Map((week.windows ?? []).filter(hasForecast).map((window) => [window.orderId, window]));
  const sessions = halves(week.places, week.orders);
  const stops = sessions.flat().map((session) =>
    days.map((date) => {
      const key = cellKey(date, session.id);
      const isFree = (places.get(key)?.free ?? 0) > 0 && !hasBegun(date, session, now);
      return [...(cells.get(key) ?? []).map(({ id }) => stopOfOrder(id)), ...(isFree ? [key] : [])];
    }),
  );
  const first = stop !== undefined && stops.some((row) => row.some((cell) => cell.includes(stop))) ? stop : firstStop(stops, days.length);
  const isPrinting = useIsPrinting();
  const isWindowed = week.orders.length > mostRendered && !isPrinting;

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
    const to = at.dataset.stop === undefined ? undefined : nextStop(stops, at.dataset.stop, event.key);
    if (to !== undefined) {
      event.preventDefault();
      // The target may be far from the screen: as the tab stop of the board it is rendered.
      flushSync(() => setStop(to));
      grid.current?.querySelector<HTMLElement>(`[data-stop="${to}"]`)?.focus();
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
        setStop(stopOfOrder(cut.order.id));
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
            <BoardRow
              key={session.id}
              session={session}
              days={days}
              now={now}
              cells={cells}
              takenIn={takenIn}
              places={places}
              crews={crews}
              windows={windows}
              isWindowed={isWindowed}
              kept={[chosen, drag?.id]}
              stop={first}
              cut={cut?.order.id}
              selection={isSelecting ? selection : undefined}
              onSelect={onSelect}
              over={dragged === undefined || drag?.over === cellKey(dragged.date, dragged.session.id) ? undefined : drag?.over}
              onPaste={(date) => drop(cut, { date, session })}
            />
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

/** By day, then by session. */
function firstStop(stops: StopGrid, days: number): string | undefined {
  for (let day = 0; day < days; day++)
    for (const row of stops) {
      const found = row[day]?.[0];
      if (found !== undefined) return found;
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
