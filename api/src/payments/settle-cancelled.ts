import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import { enterRefund } from './enter-refund.ts';
import {
  clearStuck,
  insertMoneyEvent,
  markStuck,
  type StoredIntent,
  takePaidButCancelled,
  takeUnendedOfCancelled,
} from './intent-store.ts';
import { getProvider } from './payment-intent.ts';
import { looksUntilStuck, paymentStatusOf } from './payment-rules.ts';
import { isRefunded, readLedger } from './payment-store.ts';
import { askProvider, OutcomeUnknown, type PaymentProvider } from './provider.ts';
import { requestOnce } from './request-once.ts';
import { isOf, type PaymentDeps, settleIntent } from './settle-intent.ts';

const batch = 50;

/**
 * Nobody keeps money for a cancelled order: open intents are ended at the provider, paid ones are given back. It goes by what the
 * database says, not by who remembers, so it takes up where a killed process or a silent provider left it.
 */
export async function settleCancelled(deps: PaymentDeps, now: Date): Promise<number> {
  const { database, provider } = deps;
  const unended = provider === undefined ? [] : await takeUnendedOfCancelled(database.write, provider, batch, now);
  const ended = await each(deps, unended, now, async (intent) => {
    // It may have been paid in the same moment: then it is entered first, and given back like any other.
    const told = await askProvider(() => getProvider(deps).cancelIntent(intent.id));
    await settleIntent(deps, intent, told, { actorId: null, cause: 'cancelled' }, now);
  });
  return ended + (await each(deps, await takePaidButCancelled(database.write, batch, now), now, (intent) => refund(deps, intent, now)));
}

/** One that fails is left for later, and is in nobody's way. When it keeps failing, the office is notified. */
export async function each(
  { database, log, stopping }: PaymentDeps,
  intents: StoredIntent[],
  now: Date,
  work: (intent: StoredIntent) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (const intent of intents) {
    if (stopping?.aborted === true) break;
    try {
      await work(intent);
      if (intent.stuck) await clearStuck(database.write, intent.id);
      done++;
    } catch (error) {
      log.warn({ orderId: intent.orderId, err: String(error) }, 'A payment could not be settled yet; trying again later.');
      if (intent.looks >= looksUntilStuck && !intent.stuck) await notifyStuck(database, intent, now);
    }
  }
  return done;
}

async function notifyStuck(database: Database, { id, orderId }: StoredIntent, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    if (await markStuck(tx, id, now)) await insertMoneyEvent(tx, orderId, 'payment_stuck', now);
  });
}

async function refund(deps: PaymentDeps, intent: StoredIntent, now: Date): Promise<void> {
  const { database, provider } = deps;
  const { id, orderId } = intent;
  if (isOf(provider, intent)) await refundAtProvider(database, provider, id, now);
  else if (intent.live) throw new Error(`the money is with ${intent.provider}, which is not set up any more`);
  await database.transaction(async (tx) => {
    const order = (await lockOrder(tx, orderId)) as LockedOrder;
    if (paymentStatusOf(await readLedger(tx, orderId)) !== 'paid' || (await isRefunded(tx, id, orderId))) return;
    await enterRefund(tx, order, intent, 'cancelled', now);
  });
}

async function refundAtProvider(database: Database, provider: PaymentProvider, id: string, now: Date): Promise<void> {
  await requestOnce(
    { database },
    {
      subject: `refund-${id}`,
      async send(key) {
        if (await provider.refundIntent(id, key)) return true;
        throw new OutcomeUnknown('the refund did not go through', true);
      },
      find: async () => ((await provider.isRefunded(id)) ? true : undefined),
    },
    now,
  );
}
