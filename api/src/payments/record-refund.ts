import type { LockedOrder } from '../orders/order-change-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import type { StoredIntent } from './intent-store.ts';
import { insertAmountReturned } from './overpayment-store.ts';
import { type LedgerCause, paymentStatusOf } from './payment-rules.ts';
import { insertLedgerEntry, readLedger, savePaymentStatus } from './payment-store.ts';

/** Records a refund to a card: ledger entry, payment status of the order, event. */
export async function recordRefund(
  tx: Tx,
  { paymentMethod: method, status, overpaid }: LockedOrder,
  { id: providerReference, orderId, currency }: StoredIntent,
  { amount, cause }: { amount: string; cause: LedgerCause },
  now: Date,
): Promise<void> {
  await insertLedgerEntry(tx, { orderId, kind: 'refund', amount, currency, method, providerReference, actorId: null, cause }, now);
  await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), null, now);
  const type = status !== 'cancelled' && Number(overpaid) > 0 ? 'overpayment_returned' : 'refunded';
  await insertAmountReturned(tx, { orderId, type, amount, method: 'card' }, now);
}
