import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconCoin,
  IconDrone,
  IconSignature,
  IconUsers,
} from '@tabler/icons-react';
import type { Shape } from '../api/client.ts';
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
