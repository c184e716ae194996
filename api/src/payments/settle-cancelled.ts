import type { Database } from '../platform/postgres/database.ts';
import { claimOpenIntentsOfCancelledOrders, clearStuck, insertPaymentEvent, markStuck, type StoredIntent } from './intent-store.ts';
import { getProvider } from './payment-intent.ts';
import { maxFailedLookups } from './payment-rules.ts';
import { callProvider } from './provider.ts';
import { type PaymentDeps, settleIntent } from './settle-intent.ts';

const batchSize = 50;

/**
 * Cancels the open intents of cancelled orders at the provider; paid ones are refunded by refundToCards. It works from the state in the
 * database, so it continues after a killed process or a provider outage.
 */
export async function settleCancelled(deps: PaymentDeps, now: Date): Promise<number> {
  const { database, provider } = deps;
  const open = provider === undefined ? [] : await claimOpenIntentsOfCancelledOrders(database.write, provider, batchSize, now);
  return forEachIntent(deps, open, now, async (intent) => {
    // It may have been paid meanwhile: then the charge is recorded first and refunded later.
    const providerIntent = await callProvider(() => getProvider(deps).cancelIntent(intent.id));
    await settleIntent(deps, intent, providerIntent, { actorId: null, cause: 'cancelled' }, now);
  });
}

/** A failure does not stop the others; after repeated failures the office is notified. */
export async function forEachIntent(
  { database, log, stopping }: PaymentDeps,
  intents: StoredIntent[],
  now: Date,
  work: (intent: StoredIntent) => Promise<unknown>,
): Promise<number> {
  let settled = 0;
  for (const intent of intents) {
    if (stopping?.aborted === true) break;
    try {
      await work(intent);
      if (intent.stuck) await clearStuck(database.write, intent.id);
      settled++;
    } catch (error) {
      log.warn({ orderId: intent.orderId, err: String(error) }, 'A payment could not be settled; it will be retried.');
      if (intent.failedLookups >= maxFailedLookups && !intent.stuck) await notifyStuck(database, intent, now);
    }
  }
  return settled;
}

async function notifyStuck(database: Database, { id, orderId }: StoredIntent, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    if (await markStuck(tx, id, now)) await insertPaymentEvent(tx, orderId, 'payment_stuck', now);
  });
}
