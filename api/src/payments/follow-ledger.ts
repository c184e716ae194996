import type { FollowLedger } from '../orders/edit-order.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { readLedger, savePaymentStatus } from './payment-store.ts';

/** An order whose new cost is covered by what was paid is paid. What was paid beyond it is an overpayment. */
export const followLedger: FollowLedger = async (tx, orderId, actor, now) => {
  if (paymentStatusOf(await readLedger(tx, orderId)) === 'paid') await savePaymentStatus(tx, orderId, 'paid', actor.id, now);
};
