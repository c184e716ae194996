import type { LockedOrder } from '../orders/order-change-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { insertPaymentEvent, type StoredIntent } from './intent-store.ts';
import { type LedgerCause, paymentStatusOf } from './payment-rules.ts';
import { insertLedgerEntry, readLedger, savePaymentStatus } from './payment-store.ts';

/** Records the refund of a cancelled order: ledger entry, payment status of the order, event. */
export async function recordRefund(
  tx: Tx,
  { paymentMethod: method }: LockedOrder,
  { id: providerReference, orderId, amount, currency }: StoredIntent,
  cause: LedgerCause,
  now: Date,
): Promise<void> {
  await insertLedgerEntry(tx, { orderId, kind: 'refund', amount, currency, method, providerReference, actorId: null, cause }, now);
  await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), null, now);
  await insertPaymentEvent(tx, orderId, 'refunded', now);
}
