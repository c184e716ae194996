import { useRef } from 'react';
import type { Shape } from '../../api/client.ts';
import { clockTime } from '../../ui/format-rules.ts';
import type { OrderSprayWindow } from '../../weather/spray-windows.ts';
import type { Selection } from '../bulk/selection.ts';
import type { Order, User } from '../detail/office-order-data.ts';
import styles from './board.module.css';
import { BoardCell } from './board-cell.tsx';
import { cellKey, hasBegun } from './board-rules.ts';
import { useChipSize } from './chip-size.ts';
import { stopOfOrder } from './order-chip.tsx';
import { useVisibleLines } from './visible-lines.ts';
import { renderedPositions } from './visible-lines-rules.ts';

interface BoardRowProps {
  session: Shape<'Session'>;
  days: readonly string[];
  now: string;
  cells: Map<string, Order[]>;
  /** Orders that take a place, by cell. */
  takenIn: Map<string, number>;
  places: Map<string, Shape<'Availability'>>;
  crews: Map<number, User[]>;
  windows: Map<number, OrderSprayWindow>;
  /** Only the orders near the screen are rendered. */
  isWindowed: boolean;
  /** Orders that are rendered wherever they are. */
  kept: readonly (number | undefined)[];
  stop: string | undefined;
  cut: number | undefined;
  selection: Selection | undefined;
  onSelect(ids: readonly number[], upTo: boolean): void;
  /** The cell under the dragged order. */
  over: string | undefined;
  onPaste(date: string): void;
}

/** One session on all shown days. */
export function BoardRow(props: BoardRowProps) {
  const { session, days, now, cells, takenIn, places, isWindowed, kept, stop, over, onPaste, ...shared } = props;
  const row = useRef<HTMLTableRowElement>(null);
  const wide = days.length === 1;
  const { perLine, lineHeightPx } = useChipSize(row, wide, isWindowed);
  const ordersOn = (date: string) => cells.get(cellKey(date, session.id)) ?? [];
  const lines = Math.ceil(Math.max(...days.map((date) => ordersOn(date).length)) / perLine);
  const range = useVisibleLines(row, lines, lineHeightPx, isWindowed);
  const isKept = ({ id }: Order) => kept.includes(id) || stop === stopOfOrder(id);
  return (
    <tr ref={row}>
      <th scope="row">
        <span className={styles.time}>
          {clockTime(session.startTime)}
          <span className={styles.until}>–{clockTime(session.endTime)}</span>
        </span>
      </th>
      {days.map((date) => {
        const key = cellKey(date, session.id);
        const orders = ordersOn(date);
        const keptPositions = orders.flatMap((order, position) => (isKept(order) ? [position] : []));
        return (
          <BoardCell
            key={date}
            slot={{ date, session }}
            orders={orders}
            taken={takenIn.get(key) ?? 0}
            layout={
              isWindowed ? { perLine, lineHeightPx, rendered: renderedPositions(orders.length, range, perLine, keptPositions) } : undefined
            }
            places={places.get(key)}
            begun={hasBegun(date, session, now)}
            wide={wide}
            stop={stop}
            over={over === key}
            onPaste={() => onPaste(date)}
            {...shared}
          />
        );
      })}
    </tr>
  );
}
