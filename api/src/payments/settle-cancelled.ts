import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import type { PaymentDeps } from './payment-intent.ts';
import { paymentStatusOf, settlement } from './payment-rules.ts';
import {
  insertLedgerEntry,
  listCancelledWithOpenIntent,
  listIntents,
  listPaidButCancelled,
  readLedger,
  type StoredIntent,
  savePaymentStatus,
  settleIntent,
} from './payment-store.ts';
import { askProvider } from './provider.ts';

/**
 * Nobody keeps money for a cancelled order: open intents are ended at the provider, paid ones are given back. It goes by what the
 * database says, not by who remembers, so it takes up where a killed process or a silent provider left it.
 */
export async function settleCancelled(deps: PaymentDeps, now: Date): Promise<number> {
  const { database, log } = deps;
  let settled = 0;
  const each = async (orderIds: string[], work: (orderId: string) => Promise<void>) => {
    for (const orderId of orderIds) {
      try {
        await work(orderId);
        settled++;
      } catch (error) {
        log.warn({ orderId, err: String(error) }, 'A cancelled order could not be settled yet; trying again later.');
      }
    }
  };
  await each(await listCancelledWithOpenIntent(database.read), (orderId) => endIntent(deps, orderId, now));
  await each(await listPaidButCancelled(database.read), (orderId) => refund(deps, orderId, now));
  return settled;
}

async function endIntent({ database, provider }: PaymentDeps, orderId: string, now: Date): Promise<void> {
  const open = (await listIntents(database.read, orderId)).find(({ status }) => status === 'open');
  if (open === undefined) return;
  const told = await askProvider(() => provider.cancelIntent(open.id));
  const paid = settlement(open, told) === 'paid';
  await database.transaction(async (tx) => {
    const order = (await lockOrder(tx, orderId)) as LockedOrder;
    if (!(await settleIntent(tx, open.id, paid ? 'succeeded' : 'cancelled', now)) || !paid) return;
    // It was paid in the same moment: entered first, and then given back like any other.
    await enter(tx, order, open, 'charge', now);
  });
}

async function refund({ database, provider }: PaymentDeps, orderId: string, now: Date): Promise<void> {
  const paid = (await listIntents(database.read, orderId)).find(({ status }) => status === 'succeeded');
  if (paid === undefined) return;
  await askProvider(() => provider.refundIntent(paid.id));
  await database.transaction(async (tx) => {
    const order = (await lockOrder(tx, orderId)) as LockedOrder;
    if (paymentStatusOf(await readLedger(tx, orderId)) !== 'paid') return;
    await enter(tx, order, paid, 'refund', now);
  });
}

async function enter(
  tx: Parameters<typeof insertLedgerEntry>[0],
  order: LockedOrder,
  { id, amount, currency }: StoredIntent,
  kind: 'charge' | 'refund',
  now: Date,
): Promise<void> {
  const payment = { amount, currency, method: order.paymentMethod, providerReference: id };
  await insertLedgerEntry(tx, { orderId: order.id, kind, ...payment, actorId: null, cause: 'cancelled' }, now);
  await savePaymentStatus(tx, order.id, paymentStatusOf(await readLedger(tx, order.id)), null, now);
}
