import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import {
  claimOpenIntentsOfCancelledOrders,
  claimPaidIntentsOfCancelledOrders,
  clearStuck,
  insertPaymentEvent,
  markStuck,
  type StoredIntent,
} from './intent-store.ts';
import { getProvider } from './payment-intent.ts';
import { maxFailedLookups, paymentStatusOf } from './payment-rules.ts';
import { readLedger, readRefundedAmount } from './payment-store.ts';
import { callProvider, OutcomeUnknown, type PaymentProvider } from './provider.ts';
import { recordRefund } from './record-refund.ts';
import { requestOnce } from './request-once.ts';
import { isFromProvider, type PaymentDeps, settleIntent } from './settle-intent.ts';

const batchSize = 50;

/**
 * Settles cancelled orders: cancels their open intents at the provider and refunds paid ones. It works from the state in the
 * database, so it continues after a killed process or a provider outage.
 */
export async function settleCancelled(deps: PaymentDeps, now: Date): Promise<number> {
  const { database, provider } = deps;
  const open = provider === undefined ? [] : await claimOpenIntentsOfCancelledOrders(database.write, provider, batchSize, now);
  const ended = await forEachIntent(deps, open, now, async (intent) => {
    // It may have been paid meanwhile: then the charge is recorded first and refunded later.
    const providerIntent = await callProvider(() => getProvider(deps).cancelIntent(intent.id));
    await settleIntent(deps, intent, providerIntent, { actorId: null, cause: 'cancelled' }, now);
  });
  return (
    ended +
    (await forEachIntent(deps, await claimPaidIntentsOfCancelledOrders(database.write, batchSize, now), now, (intent) =>
      refund(deps, intent, now),
    ))
  );
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

async function refund(deps: PaymentDeps, intent: StoredIntent, now: Date): Promise<void> {
  const { database, provider } = deps;
  const { id, orderId } = intent;
  if (isFromProvider(provider, intent)) await refundAtProvider(database, provider, id, now);
  else if (intent.live) throw new Error(`the payment is at ${intent.provider}, which is no longer configured`);
  await database.transaction(async (tx) => {
    const order = (await lockOrder(tx, orderId)) as LockedOrder;
    if (paymentStatusOf(await readLedger(tx, orderId)) !== 'paid' || Number(await readRefundedAmount(tx, id, orderId)) > 0) return;
    await recordRefund(tx, order, intent, 'cancelled', now);
  });
}

/** Refunds the whole intent, or a part of it. */
export async function refundAtProvider(
  database: Database,
  provider: PaymentProvider,
  id: string,
  now: Date,
  part?: { amount: string; currency: string },
): Promise<void> {
  await requestOnce(
    { database },
    {
      subject: `refund-${id}`,
      async send(key) {
        if (await provider.refundIntent(id, key, part)) return true;
        throw new OutcomeUnknown('the refund failed', true);
      },
      find: async () => ((await provider.isRefunded(id)) ? true : undefined),
    },
    now,
  );
}
