import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import { enterRefund } from './enter-refund.ts';
import { type StoredIntent, takePaidButCancelled, takeUnendedOfCancelled } from './intent-store.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { isRefunded, readLedger } from './payment-store.ts';
import { askProvider, OutcomeUnknown } from './provider.ts';
import { requestOnce } from './request-once.ts';
import { isOf, type PaymentDeps, settleIntent } from './settle-intent.ts';

const batch = 50;

/**
 * Nobody keeps money for a cancelled order: open intents are ended at the provider, paid ones are given back. It goes by what the
 * database says, not by who remembers, so it takes up where a killed process or a silent provider left it.
 */
export async function settleCancelled(deps: PaymentDeps, now: Date): Promise<number> {
  const { database, provider } = deps;
  const ended = await each(deps, await takeUnendedOfCancelled(database.write, provider, batch, now), async (intent) => {
    // It may have been paid in the same moment: then it is entered first, and given back like any other.
    const told = await askProvider(() => provider.cancelIntent(intent.id));
    await settleIntent(deps, intent, told, { actorId: null, cause: 'cancelled' }, now);
  });
  return ended + (await each(deps, await takePaidButCancelled(database.write, batch, now), (intent) => refund(deps, intent, now)));
}

/** One that fails is left for later, and is in nobody's way. */
export async function each(
  { log, stopping }: PaymentDeps,
  intents: StoredIntent[],
  work: (intent: StoredIntent) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (const intent of intents) {
    if (stopping?.aborted === true) break;
    try {
      await work(intent);
      done++;
    } catch (error) {
      log.warn({ orderId: intent.orderId, err: String(error) }, 'A payment could not be settled yet; trying again later.');
    }
  }
  return done;
}

async function refund(deps: PaymentDeps, intent: StoredIntent, now: Date): Promise<void> {
  const { database, provider } = deps;
  const { id, orderId } = intent;
  if (isOf(provider, intent)) await refundAtProvider(deps, id, now);
  else if (intent.live) throw new Error(`the money is with ${intent.provider}, which is not set up any more`);
  await database.transaction(async (tx) => {
    const order = (await lockOrder(tx, orderId)) as LockedOrder;
    if (paymentStatusOf(await readLedger(tx, orderId)) !== 'paid' || (await isRefunded(tx, id, orderId))) return;
    await enterRefund(tx, order, intent, 'cancelled', now);
  });
}

async function refundAtProvider({ database, provider }: PaymentDeps, id: string, now: Date): Promise<void> {
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
