import { IconAlertTriangle, IconBan, IconCheck, IconChecks, IconClock, IconCoin, IconDrone, IconUsers } from '@tabler/icons-react';
import type { Shape } from '../api/client.ts';
import { useWords } from './language.tsx';
import styles from './state-badge.module.css';
import { stateWords } from './state-words.ts';

export type OrderStatus = Shape<'Order'>['orderStatus'];
export type PaymentStatus = Shape<'Order'>['paymentStatus'];

export const orderIcons = {
  pending: IconClock,
  confirmed: IconCheck,
  assigned: IconUsers,
  in_progress: IconDrone,
  completed: IconChecks,
  cancelled: IconBan,
};
const paymentIcons = { pending: IconClock, paid: IconCoin, failed: IconAlertTriangle };

/** Colour, icon and text together: the state must not depend on colour alone. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  const words = useWords(stateWords);
  const Icon = orderIcons[status];
  return (
    <span className={styles.badge} data-state={status}>
      <Icon size={18} aria-hidden />
      {words.order[status]}
    </span>
  );
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
