import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import { findIntent, insertPaymentEvent, type StoredIntent, saveIntentState } from './intent-store.ts';
import { refundAction } from './payment-rules.ts';
import { readRefundedAmount } from './payment-store.ts';
import { callProvider } from './provider.ts';
import { recordRefund } from './record-refund.ts';
import type { PaymentDeps } from './settle-intent.ts';

/**
 * Records a refund that was made at the provider, for example on its dashboard. A full refund, or its rest, is recorded as usual; a partial one,
 * or a refund of ours that failed afterwards, is a mismatch that the office resolves.
 */
export async function recordProviderRefund({ database, provider, log }: PaymentDeps, intentId: string, now: Date): Promise<void> {
  const refundedAmount = await callProvider(async () => provider?.getRefundedAmount?.(intentId));
  if (refundedAmount === undefined) return;
  const mismatchedOrderId = await database.transaction(async (tx) => {
    const { orderId } = (await findIntent(tx, intentId)) as StoredIntent;
    const order = (await lockOrder(tx, orderId)) as LockedOrder;
    const stored = (await findIntent(tx, intentId)) as StoredIntent;
    const refund = refundAction(stored, refundedAmount, await readRefundedAmount(tx, intentId, orderId), order.overpaid);
    if (typeof refund === 'object') await recordRefund(tx, order, stored, { amount: refund.amount, cause: 'webhook' }, now);
    else if (refund === 'report') {
      await saveIntentState(tx, intentId, { ...stored, mismatch: true }, now);
      await insertPaymentEvent(tx, orderId, 'payment_mismatch', now);
      return orderId;
    }
    return undefined;
  });
  if (mismatchedOrderId !== undefined)
    log.error(
      { orderId: mismatchedOrderId, intent: intentId },
      'A refund at the provider does not match the ledger; the office is notified.',
    );
}
