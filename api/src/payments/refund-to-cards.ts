import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import { claimRefundableIntents, type StoredIntent, scheduleLookup } from './intent-store.ts';
import { type CardRefund, readCardRefund } from './overpayment-store.ts';
import { OutcomeUnknown, type PaymentProvider } from './provider.ts';
import { recordRefund } from './record-refund.ts';
import { requestOnce } from './request-once.ts';
import { forEachIntent } from './settle-cancelled.ts';
import { isFromProvider, type PaymentDeps } from './settle-intent.ts';

const batchSize = 50;

/**
 * Refunds to cards what they can take back: of cancelled orders what was paid, otherwise overpayments. It works from the state in the
 * database, so it continues after a killed process or a provider outage. One intent of an order at a time, so that together they do not
 * refund more than the farmer is to get back.
 */
export async function refundToCards(deps: PaymentDeps, now: Date): Promise<number> {
  return forEachIntent(deps, await claimRefundableIntents(deps.database.write, batchSize, now), now, (intent) => refund(deps, intent, now));
}

async function refund(deps: PaymentDeps, intent: StoredIntent, now: Date): Promise<void> {
  const { database, provider } = deps;
  const part = await readCardRefund(database.write, intent.id);
  if (Number(part.amount) === 0) return;
  let { amount } = part;
  if (isFromProvider(provider, intent)) amount = await refundAtProvider(deps, provider, intent, part, now);
  else if (intent.live) throw new Error(`the payment is at ${intent.provider}, which is no longer configured`);
  await database.transaction(async (tx) => {
    const order = (await lockOrder(tx, intent.orderId)) as LockedOrder;
    // A webhook or another process has recorded it.
    if ((await readCardRefund(tx, intent.id)).recorded !== part.recorded) return;
    const cause = order.status === 'cancelled' ? 'cancelled' : 'overpaid';
    await recordRefund(tx, order, intent, { amount, cause }, now);
    // There may be more to refund later.
    await scheduleLookup(tx, intent.id, 0, now);
  });
}

/**
 * A key per refund that the ledger has, so that a repeated request is the same refund. Returns the amount refunded: another one than asked for
 * if the answer to an earlier request was lost, and more or less is to be refunded since.
 */
async function refundAtProvider(
  { database }: Pick<PaymentDeps, 'database'>,
  provider: PaymentProvider,
  { id, currency }: StoredIntent,
  { amount, isRest, recorded }: CardRefund,
  now: Date,
): Promise<string> {
  return requestOnce(
    { database },
    {
      subject: recorded === 0 ? `refund-${id}` : `refund-${id}-after-${recorded}`,
      async send(key) {
        if (await provider.refundIntent(id, key, isRest ? undefined : { amount, currency })) return amount;
        throw new OutcomeUnknown('the refund failed', true);
      },
      find: () => provider.findRefund(id, recorded),
    },
    now,
  );
}
