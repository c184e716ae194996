import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { IconAlertTriangle } from '../../icons/alert-triangle.ts';
import { IconCheckbox } from '../../icons/checkbox.ts';
import { IconSquare } from '../../icons/square.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { useShortName } from '../../ui/short-names.tsx';
import { orderIcons } from '../../ui/state-badge.tsx';
import { stateWords } from '../../ui/state-words.ts';
import type { OrderSprayWindow } from '../../weather/spray-windows.ts';
import { VerdictMark } from '../../weather/verdict-mark.tsx';
import type { Order, User } from '../detail/office-order-data.ts';
import { OrderArea } from '../order-area.tsx';
import { useShownState } from '../shown-state.ts';
import styles from './board.module.css';
import { movable } from './board-rules.ts';
import { boardWords } from './board-words.ts';

interface OrderChipProps {
  order: Order;
  crew: readonly User[];
  weather: OrderSprayWindow | undefined;
  to: string;
  /** Enough room for the place and full names. */
  wide: boolean;
  focusable: boolean;
  chosen: boolean;
  cut: boolean;
  /** undefined: orders are opened, not selected. */
  selected: boolean | undefined;
  onSelect(upTo: boolean): void;
  /** Set on a board with many orders, where all chips have the same height. */
  style?: CSSProperties;
  /** For screen readers, which cannot count the chips that are not rendered. */
  positionText?: string;
}

export const stopOfOrder = (id: number): string => `order-${id}`;

/** An order on the board: short text on the screen, full text for screen readers. */
export function OrderChip(props: OrderChipProps) {
  const { order, crew, weather, to, wide, focusable, chosen, cut, selected, onSelect, style, positionText } = props;
  const words = useWords(boardWords);
  const states = useWords(stateWords);
  const format = useFormat();
  const { id, farmer, cropType, paymentStatus, date, session, location } = order;
  const shortName = useShortName();
  const shown = useShownState(order);
  const Icon = orderIcons[shown];
  const crop = states.crop[cropType.name] ?? cropType.name;
  const state = paymentStatus === 'failed' ? `${states.order[shown]}, ${words.paymentFailed}` : states.order[shown];
  const names = crew.map(({ fullName }) => fullName).join(', ');
  const crewText = crew.length === 0 ? words.noCrew : words.crew(names);
  const shared = {
    className: styles.chip ?? '',
    'data-stop': stopOfOrder(id),
    'data-order-id': id,
    'data-state': shown,
    tabIndex: focusable ? 0 : -1,
    ...(style === undefined ? {} : { style, 'data-fixed': true }),
    title: `${style === undefined ? '' : `${farmer.fullName} · `}${states.order[shown]} · ${location}${names === '' ? '' : ` · ${names}`}`,
  };
  const content = (
    <>
      <span className={styles.name}>
        {selected === undefined ? null : selected ? <IconCheckbox size={20} aria-hidden /> : <IconSquare size={20} aria-hidden />}
        <Icon size={18} aria-hidden className={styles.icon ?? ''} />
        <span>{farmer.fullName}</span>
        {paymentStatus === 'failed' ? <IconAlertTriangle size={18} aria-hidden className={styles.alert ?? ''} /> : null}
      </span>
      <span className={styles.details}>
        <span>
          {crop} · <OrderArea order={order} />
        </span>
        {wide ? <span className={styles.place}>{location}</span> : null}
        {crew.map(({ id: sprayerId, fullName }) => (
          <span key={sprayerId} className={styles.initials} aria-hidden>
            {shortName({ id: sprayerId, fullName })}
          </span>
        ))}
      </span>
      {weather === undefined ? null : <VerdictMark window={weather} short />}
      <span className="visually-hidden">{`, ${state}, ${crewText}, ${format.date(date)}, ${format.session(session)}${positionText === undefined ? '' : `, ${positionText}`}`}</span>
    </>
  );
  return selected === undefined ? (
    <Link
      {...shared}
      to={to}
      data-cut={cut || undefined}
      aria-current={chosen ? 'true' : undefined}
      data-movable={movable(order) || undefined}
      draggable={false}
    >
      {content}
    </Link>
  ) : (
    <button type="button" {...shared} aria-pressed={selected} onClick={({ shiftKey }) => onSelect(shiftKey)}>
      {content}
    </button>
  );
}
