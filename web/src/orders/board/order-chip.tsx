import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { orderIcons } from '../../ui/state-badge.tsx';
import { stateWords } from '../../ui/state-words.ts';
import type { Order, User } from '../detail/office-order-data.ts';
import styles from './board.module.css';
import { initials, movable } from './board-rules.ts';
import { boardWords } from './board-words.ts';

interface OrderChipProps {
  order: Order;
  crew: readonly User[];
  to: string;
  /** Enough room for the place and full names. */
  wide: boolean;
  focusable: boolean;
  chosen: boolean;
  cut: boolean;
}

export const stopOfOrder = (id: number): string => `order-${id}`;

/** An order on the board: short text on the screen, full text for screen readers. */
export function OrderChip({ order, crew, to, wide, focusable, chosen, cut }: OrderChipProps) {
  const words = useWords(boardWords);
  const states = useWords(stateWords);
  const format = useFormat();
  const { id, farmer, cropType, area, orderStatus, paymentStatus, date, session, location } = order;
  const Icon = orderIcons[orderStatus];
  const crop = states.crop[cropType.name] ?? cropType.name;
  const state = paymentStatus === 'failed' ? `${states.order[orderStatus]}, ${words.paymentFailed}` : states.order[orderStatus];
  const names = crew.map(({ fullName }) => fullName).join(', ');
  const said = crew.length === 0 ? words.noCrew : words.crew(names);
  return (
    <Link
      to={to}
      className={styles.chip ?? ''}
      data-stop={stopOfOrder(id)}
      data-order-id={id}
      data-state={orderStatus}
      data-cut={cut || undefined}
      aria-current={chosen ? 'true' : undefined}
      tabIndex={focusable ? 0 : -1}
      title={`${states.order[orderStatus]} · ${location}${names === '' ? '' : ` · ${names}`}`}
      data-movable={movable(order) || undefined}
      draggable={false}
    >
      <span className={styles.name}>
        <Icon size={18} aria-hidden className={styles.icon ?? ''} />
        <span>{farmer.fullName}</span>
        {paymentStatus === 'failed' ? <IconAlertTriangle size={18} aria-hidden className={styles.alert ?? ''} /> : null}
      </span>
      <span className={styles.details}>
        <span>
          {crop} · {format.area(area)}
        </span>
        {wide ? <span className={styles.place}>{location}</span> : null}
        {crew.map(({ id: sprayerId, fullName }) => (
          <span key={sprayerId} className={styles.initials} aria-hidden>
            {wide ? fullName : initials(fullName)}
          </span>
        ))}
      </span>
      <span className="visually-hidden">{`, ${state}, ${said}, ${format.date(date)}, ${format.session(session)}`}</span>
    </Link>
  );
}
