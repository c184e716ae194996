import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { findIntent, insertPaymentEvent, type StoredIntent, saveIntentState } from './intent-store.ts';
import { type LedgerCause, type Outcome, outcomeOf, type ProviderIntent, paymentStatusOf, settle } from './payment-rules.ts';
import { insertLedgerEntry, readLedger, savePaymentStatus } from './payment-store.ts';
import type { PaymentProvider } from './provider.ts';

export interface PaymentDeps {
  database: Database;
  /** Undefined: card payments are off. */
  provider: PaymentProvider | undefined;
  log: Log;
  /** Aborted when the service stops: remaining work is left for the next start. */
  stopping?: AbortSignal;
}

/** Intents of an earlier provider cannot be looked up. */
export const isFromProvider = (
  provider: PaymentProvider | undefined,
  { provider: name, live }: StoredIntent,
): provider is PaymentProvider => provider !== undefined && name === provider.name && live === provider.live;

/** A failed intent can still be paid until it is ended. */
export const canStillBePaid = ({ status, ended }: StoredIntent): boolean => status !== 'succeeded' && !ended;

/** Who or what caused the lookup at the provider. */
export interface SettlementTrigger {
  actorId: string | null;
  cause: LedgerCause;
  /** Another way of paying is chosen: an intent that ends unpaid is not a failed payment. */
  withdrawn?: boolean;
}

/**
 * The only path from a provider's response to the ledger: each outcome is recorded and announced once. The order is locked first, and
 * the intent's state is read again under that lock.
 */
export async function settleIntent(
  { database, log }: Pick<PaymentDeps, 'database' | 'log'>,
  { id, orderId, amount, currency, live }: StoredIntent,
  providerIntent: ProviderIntent,
  { actorId, cause, withdrawn = false }: SettlementTrigger,
  now: Date,
): Promise<Outcome> {
  const outcome = outcomeOf({ id, orderId, amount, currency, live }, providerIntent);
  if (outcome === 'open') return outcome;
  const mismatchFound = await database.transaction(async (tx) => {
    const order = (await lockOrder(tx, orderId)) as LockedOrder;
    const stored = (await findIntent(tx, id)) as StoredIntent;
    const ledger = await readLedger(tx, orderId);
    const paidOtherwise = stored.status !== 'succeeded' && paymentStatusOf(ledger) === 'paid';
    const settled = settle(stored, outcome, { cancelled: withdrawn || order.status === 'cancelled', paidOtherwise });
    if (settled === undefined) return false;
    await saveIntentState(tx, id, settled, now);
    if (settled.ledgerEntry !== undefined) {
      const entry = {
        orderId,
        kind: settled.ledgerEntry,
        amount,
        currency,
        method: order.paymentMethod,
        providerReference: id,
        actorId,
        cause,
      };
      await insertLedgerEntry(tx, entry, now);
      await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), actorId, now);
    }
    const isNewMismatch = settled.mismatch && !stored.mismatch;
    if (isNewMismatch) await insertPaymentEvent(tx, orderId, 'payment_mismatch', now);
    return isNewMismatch;
  });
  if (mismatchFound)
    log.error({ orderId, intent: id }, 'A payment does not match its order; it is not recorded, and the office is notified.');
  return outcome;
}
