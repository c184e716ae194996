import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Shape } from '../../api/client.ts';
import { useClosures } from '../../catalog/closure-queries.ts';
import { closureWords } from '../../catalog/closure-words.ts';
import { includesSlot } from '../../catalog/span-rules.ts';
import type { Slot } from '../../catalog/week-table.tsx';
import { IconPlus } from '../../icons/plus.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import type { OrderSprayWindow } from '../../weather/spray-windows.ts';
import { bulkWords } from '../bulk/bulk-words.ts';
import type { Selection } from '../bulk/selection.ts';
import { useChosenOrder } from '../detail/chosen-order.ts';
import type { Order, User } from '../detail/office-order-data.ts';
import styles from './board.module.css';
import { cellKey } from './board-rules.ts';
import { boardWords } from './board-words.ts';
import { OrderChip, stopOfOrder } from './order-chip.tsx';

/** The space between two lines, as in the styles. */
const lineGapPx = 4;

interface BoardCellProps {
  slot: Slot;
  /** Those that pass the filters. */
  orders: readonly Order[];
  /** Orders that take a place, whether they pass the filters or not. */
  taken: number;
  /** Set on a board with many orders: only these orders are rendered. */
  layout: CellLayout | undefined;
  places: Shape<'Availability'> | undefined;
  begun: boolean;
  crews: Map<number, User[]>;
  windows: Map<number, OrderSprayWindow>;
  wide: boolean;
  /** The only tab stop of the board (roving tabindex). */
  stop: string | undefined;
  cut: number | undefined;
  /** Set while orders are being selected. */
  selection: Selection | undefined;
  onSelect(ids: readonly number[], upTo: boolean): void;
  /** True while an order is dragged over the cell. */
  over: boolean;
  onPaste(): void;
}

/** Places of the orders in a cell in lines of equal height. */
export interface CellLayout {
  perLine: number;
  lineHeightPx: number;
  rendered: readonly number[];
}

const linesStyle = ({ perLine, lineHeightPx }: CellLayout, orders: number): CSSProperties => ({
  gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))`,
  gridAutoRows: lineHeightPx - lineGapPx,
  minHeight: Math.ceil(orders / perLine) * lineHeightPx - lineGapPx,
});

const placeOf = (position: number, { perLine }: CellLayout): CSSProperties => ({
  gridRow: Math.floor(position / perLine) + 1,
  gridColumn: (position % perLine) + 1,
});

/** One session of one day: its orders and free places. */
export function BoardCell(props: BoardCellProps) {
  const { slot, orders, taken, layout, places, begun, crews, windows, wide, stop, cut, selection, onSelect, over, onPaste } = props;
  const bulk = useWords(bulkWords);
  const words = useWords(boardWords);
  const format = useFormat();
  const { chosen, addressOf } = useChosenOrder();
  const key = cellKey(slot.date, slot.session.id);
  const free = begun ? 0 : (places?.free ?? 0);
  const when = `${format.date(slot.date)}, ${format.session(slot.session)}`;
  const shared = { className: styles.free, 'data-stop': key, tabIndex: stop === key ? 0 : -1 };
  const dots = (
    <span className={styles.dots} aria-hidden>
      {Array.from({ length: Math.min(free, 4) }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots are all alike
        <i key={n} />
      ))}
    </span>
  );
  const chip = (order: Order, placed?: { position: number; layout: CellLayout }) => (
    <OrderChip
      key={order.id}
      order={order}
      crew={crews.get(order.id) ?? []}
      weather={windows.get(order.id)}
      to={addressOf(order.id)}
      wide={wide}
      focusable={stop === stopOfOrder(order.id)}
      chosen={chosen === order.id}
      cut={cut === order.id}
      selected={selection?.has(order.id)}
      onSelect={(upTo) => onSelect([order.id], upTo)}
      {...(placed === undefined
        ? {}
        : { style: placeOf(placed.position, placed.layout), positionText: words.position(placed.position + 1, orders.length) })}
    />
  );
  return (
    <td data-cell={key} data-begun={begun || undefined} data-over={over || undefined}>
      <div className={styles.cell}>
        {layout === undefined ? (
          orders.map((order) => chip(order))
        ) : orders.length === 0 ? null : (
          <div className={styles.lines} style={linesStyle(layout, orders.length)}>
            {layout.rendered.map((position) => {
              const order = orders[position];
              return order === undefined ? null : chip(order, { position, layout });
            })}
          </div>
        )}
        {selection === undefined || orders.length < 2 ? null : (
          <button
            type="button"
            className={styles.all}
            aria-label={bulk.selectCell(when)}
            onClick={() =>
              onSelect(
                orders.map(({ id }) => id),
                false,
              )
            }
          >
            {bulk.all}
          </button>
        )}
        {free === 0 ? null : cut !== undefined ? (
          <button type="button" {...shared} onClick={onPaste}>
            {dots} {words.free(free)}
            <span className="visually-hidden">{words.putHere(when)}</span>
          </button>
        ) : (
          <Link {...shared} to={`/book?date=${slot.date}&session=${slot.session.id}`} draggable={false}>
            {dots} {words.free(free)}
            <span className="visually-hidden">{words.bookHere(when)}</span>
            <IconPlus size={16} aria-hidden className={styles.plus ?? ''} />
          </Link>
        )}
        {begun ? null : <ClosedOrFull slot={slot} isFull={free === 0 && places !== undefined && taken >= places.capacity} />}
      </div>
    </td>
  );
}

/** A separate component, so that the orders do not render again when the closures arrive. */
function ClosedOrFull({ slot, isFull }: { slot: Slot; isFull: boolean }) {
  const words = useWords(boardWords);
  const closed = useWords(closureWords);
  const { data: closures = [] } = useClosures();
  const closure = closures.find((each) => includesSlot(each, slot.date, slot.session.id));
  if (closure === undefined) return isFull ? <span className={styles.full}>{words.full}</span> : null;
  return (
    <span className={styles.full} title={closure.reason ?? undefined}>
      {closure.reason === null ? closed.cell : `${closed.cell}: ${closure.reason}`}
    </span>
  );
}
