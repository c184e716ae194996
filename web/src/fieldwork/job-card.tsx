import { Link } from 'react-router';
import { IconChevronRight } from '../icons/chevron-right.ts';
import { IconCloudUp } from '../icons/cloud-up.ts';
import { OrderArea } from '../orders/order-area.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { OrderBadge } from '../ui/state-badge.tsx';
import { stateWords } from '../ui/state-words.ts';
import { hasForecast, type OrderSprayWindow } from '../weather/spray-windows.ts';
import { VerdictMark } from '../weather/verdict-mark.tsx';
import styles from './fieldwork.module.css';
import type { Order } from './jobs.ts';
import { shownState, useFieldState } from './unsent.ts';
import { fieldWords } from './words.ts';

interface JobCardProps {
  order: Order;
  /** Position in the driving order. */
  number?: number;
  distanceKm?: number | null;
  withDate?: boolean;
  weather?: OrderSprayWindow | undefined;
}

/** A job in a list; the whole card is a link. */
export function JobCard({ order, number, distanceKm = null, withDate = false, weather }: JobCardProps) {
  const words = useWords(fieldWords);
  const { crop } = useWords(stateWords);
  const format = useFormat();
  const state = useFieldState(order);
  return (
    <Link to={`/orders/${order.id}`} className={styles.job}>
      {number === undefined ? null : <span className={styles.number}>{number}</span>}
      <span className={styles.jobText}>
        <span className={styles.time}>
          {withDate ? `${format.date(order.date)}, ` : ''}
          {format.session(order.session)}
          {distanceKm === null || distanceKm === 0 ? null : (
            <span className={styles.quiet}> · {words.kmOn(format.number(distanceKm))}</span>
          )}
        </span>
        <strong>{order.location}</strong>
        <span className={styles.quiet}>
          {order.farmer.fullName} · {crop[order.cropType.name] ?? order.cropType.name} · <OrderArea order={order} />
        </span>
        <span className={styles.badges}>
          <OrderBadge status={shownState(state)} />
          {weather === undefined || !hasForecast(weather) ? null : <VerdictMark window={weather} />}
          {state.waiting ? <Waiting /> : null}
        </span>
      </span>
      <IconChevronRight className={styles.chevron} aria-hidden />
    </Link>
  );
}

/** Marks an action that is not sent yet. */
export function Waiting() {
  const words = useWords(fieldWords);
  return (
    <span className={styles.waiting}>
      <IconCloudUp size={18} aria-hidden />
      {words.waiting}
    </span>
  );
}
