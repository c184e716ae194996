import type { Shape } from '../api/client.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconBan } from '../icons/ban.ts';
import { IconCheck } from '../icons/check.ts';
import { IconChecks } from '../icons/checks.ts';
import { IconClock } from '../icons/clock.ts';
import { IconCoin } from '../icons/coin.ts';
import { IconDrone } from '../icons/drone.ts';
import { IconSignature } from '../icons/signature.ts';
import { IconUsers } from '../icons/users.ts';
import { useWords } from './language.tsx';
import styles from './state-badge.module.css';
import { stateWords } from './state-words.ts';

export type OrderStatus = Shape<'Order'>['orderStatus'];
/** A state as it is shown: work that is reported and not signed off is apart from work in progress. */
export type ShownState = OrderStatus | 'awaiting_sign_off';
export type PaymentStatus = Shape<'Order'>['paymentStatus'];

export const orderIcons = {
  pending: IconClock,
  confirmed: IconCheck,
  assigned: IconUsers,
  in_progress: IconDrone,
  awaiting_sign_off: IconSignature,
  completed: IconChecks,
  cancelled: IconBan,
};
const paymentIcons = { pending: IconClock, paid: IconCoin, failed: IconAlertTriangle };

/** Colour, icon and text together: the state must not depend on colour alone. */
export function OrderBadge({ status }: { status: ShownState }) {
  const words = useWords(stateWords);
  const Icon = orderIcons[status];
  return (
    <span className={styles.badge} data-state={status}>
      <Icon size={18} aria-hidden />
      {words.order[status]}
    </span>
  );
}

/** For the office. Of a cancelled order nothing is due, so its badge says only that money was paid. */
export function OrderPaymentBadge({
  order: { orderStatus, paymentStatus },
}: {
  order: Pick<Shape<'Order'>, 'orderStatus' | 'paymentStatus'>;
}) {
  return orderStatus === 'cancelled' && paymentStatus !== 'paid' ? null : <PaymentBadge status={paymentStatus} />;
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const words = useWords(stateWords);
  const Icon = paymentIcons[status];
  return (
    <span className={styles.badge} data-state={status}>
      <Icon size={18} aria-hidden />
      {words.payment[status]}
    </span>
  );
}
