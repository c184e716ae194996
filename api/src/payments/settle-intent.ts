import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { findIntent, insertMoneyEvent, noteIntent, type StoredIntent } from './intent-store.ts';
import { type LedgerCause, type Outcome, outcomeOf, type ProviderIntent, paymentStatusOf, settle } from './payment-rules.ts';
import { insertLedgerEntry, readLedger, savePaymentStatus } from './payment-store.ts';
import type { PaymentProvider } from './provider.ts';

export interface PaymentDeps {
  database: Database;
  /** Undefined: cards cannot be paid with. */
  provider: PaymentProvider | undefined;
  log: Log;
  /** Set when the service stops: what has not been begun is left for the next one. */
  stopping?: AbortSignal;
}

/** An intent of before the provider was changed cannot be asked about any more. */
export const isOf = (provider: PaymentProvider | undefined, { provider: name, live }: StoredIntent): provider is PaymentProvider =>
  provider !== undefined && name === provider.name && live === provider.live;

/** Whether money may still come through it, however it has gone so far. */
export const mayTakeMoney = ({ status, ended }: StoredIntent): boolean => status !== 'succeeded' && !ended;

/** Who had the provider asked, and why. */
export interface Asked {
  actorId: string | null;
  cause: LedgerCause;
}

/**
 * The one way from what the provider says to the ledger, whoever asked it: each outcome is entered, and told, once. The order is
 * locked first, and what is noted of the intent is read again under that lock.
 */
export async function settleIntent(
  { database, log }: Pick<PaymentDeps, 'database' | 'log'>,
  { id, orderId, amount, currency, live }: StoredIntent,
  told: ProviderIntent,
  { actorId, cause }: Asked,
  now: Date,
): Promise<Outcome> {
  const outcome = outcomeOf({ id, orderId, amount, currency, live }, told);
  if (outcome === 'open') return outcome;
  const misfit = await database.transaction(async (tx) => {
    const order = (await lockOrder(tx, orderId)) as LockedOrder;
    const noted = (await findIntent(tx, id)) as StoredIntent;
    const ledger = await readLedger(tx, orderId);
    const paidOtherwise = noted.status !== 'succeeded' && paymentStatusOf(ledger) === 'paid';
    const settled = settle(noted, outcome, { cancelled: order.status === 'cancelled', paidOtherwise });
    if (settled === undefined) return false;
    await noteIntent(tx, id, settled, now);
    if (settled.enter !== undefined) {
      const entry = { orderId, kind: settled.enter, amount, currency, method: order.paymentMethod, providerReference: id, actorId, cause };
      await insertLedgerEntry(tx, entry, now);
      await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), actorId, now);
    }
    const isMisfit = settled.mismatch && !noted.mismatch;
    if (isMisfit) await insertMoneyEvent(tx, orderId, 'payment_mismatch', now);
    return isMisfit;
  });
  if (misfit) log.error({ orderId, intent: id }, 'A payment does not fit its order; it is not counted, and the office is told.');
  return outcome;
}
