import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import { claimIntentsOfOverpaidOrders, type StoredIntent } from './intent-store.ts';
import { insertOverpaymentReturned, readOverpaid } from './overpayment-store.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { insertLedgerEntry, readLedger, readRefundedAmount, savePaymentStatus } from './payment-store.ts';
import { forEachIntent, refundAtProvider } from './settle-cancelled.ts';
import { isFromProvider, type PaymentDeps } from './settle-intent.ts';

const batchSize = 50;

/** Refunds overpayments to cards. It works from the state in the database, so it continues after a killed process or a provider outage. */
export async function refundOverpaid(deps: PaymentDeps, now: Date): Promise<number> {
  const claimed = await claimIntentsOfOverpaidOrders(deps.database.write, batchSize, now);
  return forEachIntent(deps, claimed, now, (intent) => refundPart(deps, intent, now));
}

async function refundPart({ database, provider }: PaymentDeps, intent: StoredIntent, now: Date): Promise<void> {
  const { id, orderId, currency } = intent;
  const amount = await readOverpaid(database.write, orderId);
  if (Number(amount) === 0) return;
  if (isFromProvider(provider, intent)) await refundAtProvider(database, provider, id, now, { amount, currency });
  else if (intent.live) throw new Error(`the payment is at ${intent.provider}, which is no longer configured`);
  await database.transaction(async (tx) => {
    const { paymentMethod: method } = (await lockOrder(tx, orderId)) as LockedOrder;
    if (Number(await readRefundedAmount(tx, id, orderId)) > 0) return;
    const entry = { orderId, kind: 'refund' as const, amount, currency, method, providerReference: id, actorId: null };
    await insertLedgerEntry(tx, { ...entry, cause: 'overpaid' }, now);
    await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), null, now);
    await insertOverpaymentReturned(tx, orderId, amount, 'card', now);
  });
}
