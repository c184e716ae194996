import { timingSafeEqual } from 'node:crypto';
import { countAttempt, readAttempts } from '../accounts/account-store.ts';
import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { lockOrder } from '../orders/order-change-store.ts';
import { hashToken } from '../platform/http/auth.ts';
import type { Database } from '../platform/postgres/database.ts';
import { withdrawIntent } from './change-payment-method.ts';
import { findIntent, insertIntent, listIntents, type StoredIntent } from './intent-store.ts';
import { sameAmount, secretAttemptLimit } from './payment-rules.ts';
import { findPayableOrder, type PayableOrder } from './payment-store.ts';
import { callProvider, type IntentWithSecret, type PaymentProvider, providerUnavailable } from './provider.ts';
import { recordProviderRefund } from './record-provider-refund.ts';
import { requestOnce } from './request-once.ts';
import { canStillBePaid, isFromProvider, type PaymentDeps, type SettlementTrigger, settleIntent } from './settle-intent.ts';

const verifiedBy = ({ id }: Actor): SettlementTrigger => ({ actorId: id, cause: 'verified' });

async function getCardOrder(database: Database, orderId: string, farmer: Actor): Promise<PayableOrder> {
  const order = await findPayableOrder(database.read, orderId, farmer.id);
  if (order === undefined) throw orderNotFound();
  if (order.paymentMethod === 'cash') throw cashOrder();
  return order;
}

const cashOrder = (): AppError => new AppError('CASH_ORDER', 'This order is paid in cash, to the crew or at the office.');

export function getProvider({ provider }: Pick<PaymentDeps, 'provider'>): PaymentProvider {
  if (provider === undefined) throw new AppError('CARD_PAYMENTS_OFF', 'Cards cannot be paid with here. Please ask the office how to pay.');
  return provider;
}

/**
 * Returns the order's open intent. Creates a new one only if no earlier one can still be paid, so two tabs never charge twice.
 * The returned intent may have been paid meanwhile; see its status.
 */
export async function openPaymentIntent(deps: PaymentDeps, farmer: Actor, orderId: string, now: Date): Promise<IntentWithSecret> {
  const { database } = deps;
  const order = await getCardOrder(database, orderId, farmer);
  const provider = getProvider(deps);
  if (order.paymentStatus === 'paid') throw new AppError('ALREADY_PAID', 'This order is paid already.');
  if (order.status === 'cancelled' || Number(order.due) === 0)
    throw new AppError('NOTHING_TO_PAY', 'There is nothing to pay for this order.');
  const { due: amount, currency } = order;
  const intents = await listIntents(database.write, orderId);
  for (const intent of intents.filter(canStillBePaid)) {
    const reusable = await reuseOrEnd(deps, intent, amount, farmer, now);
    if (reusable !== undefined) return { ...reusable, amount, currency };
  }
  // The number of earlier intents is part of the key, so that two simultaneous requests create the same intent.
  const subject = `order-${orderId}-attempt-${intents.length + 1}`;
  const created = await requestOnce(
    deps,
    {
      subject,
      send: (key) => provider.createIntent({ orderId, amount, currency, key }),
      find: (key, since) => provider.findIntentByKey(key, since),
    },
    now,
  );
  const { name, live } = provider;
  const secretHash = hashToken(created.clientSecret);
  const stored = { id: created.id, orderId, provider: name, live, secretHash, amount: created.amount, currency };
  // Under the order's lock, so that the way of paying and the cost are not changed at the same time (see change-payment-method.ts).
  const latest = await database.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    await insertIntent(tx, stored, now);
    return findPayableOrder(tx, orderId, farmer.id);
  });
  // An edit may have changed what is due since it was read, or since an earlier request whose answer was lost; it ended only the intents
  // that were stored then.
  if (latest?.paymentMethod === 'cash' || latest?.due !== amount || !sameAmount(created.amount, amount)) {
    const unwanted = await findIntent(database.write, created.id);
    if (unwanted !== undefined) await withdrawIntent(deps, farmer, unwanted, now);
    throw latest?.paymentMethod === 'cash'
      ? cashOrder()
      : new AppError('ORDER_CHANGED', 'The price of the order has just changed. Please look at it again before you pay.');
  }
  return created;
}

/** An intent that was declined, or whose order now costs another amount, could still be paid in another tab: it is ended before a new one is created. */
async function reuseOrEnd(
  deps: PaymentDeps,
  intent: StoredIntent,
  amount: string,
  farmer: Actor,
  now: Date,
): Promise<IntentWithSecret | undefined> {
  const { provider } = deps;
  if (!isFromProvider(provider, intent)) {
    // Its provider is no longer configured: a live intent may still be paid there, a test intent is simply ended.
    if (intent.live) throw providerUnavailable();
    await settleIntent(deps, intent, { ...intent, status: 'cancelled' }, verifiedBy(farmer), now);
    return undefined;
  }
  const providerIntent = await callProvider(() => provider.retrieveIntent(intent.id));
  const isUsable = providerIntent.status !== 'failed' && sameAmount(intent.amount, amount);
  const latest =
    !isUsable && providerIntent.status !== 'succeeded' && providerIntent.status !== 'cancelled'
      ? { ...(await callProvider(() => provider.cancelIntent(intent.id))), clientSecret: providerIntent.clientSecret }
      : providerIntent;
  await settleIntent(deps, intent, latest, verifiedBy(farmer), now);
  return latest.status === 'cancelled' ? undefined : latest;
}

/** Finds an intent of a farmer's card order by its secret. A wrong secret gives the same error as a missing order. */
export async function getIntentBySecret(
  database: Database,
  farmer: Actor,
  orderId: string,
  secret: string,
  now: Date,
): Promise<StoredIntent> {
  await getCardOrder(database, orderId, farmer);
  const key = `payment-secret:${orderId}`;
  const { attempts, secondsLeft } = await readAttempts(database.write, key, now, secretAttemptLimit.windowSeconds);
  if (attempts > secretAttemptLimit.attempts) throw tooManySecrets(secondsLeft);
  const hash = hashToken(secret);
  const intent = (await listIntents(database.write, orderId)).find(({ secretHash }) => timingSafeEqual(secretHash, hash));
  if (intent !== undefined) return intent;
  const counted = await countAttempt(database.write, key, now, secretAttemptLimit.windowSeconds);
  // Checked again after counting: simultaneous guesses must not exceed the limit either.
  throw counted.attempts > secretAttemptLimit.attempts ? tooManySecrets(counted.secondsLeft) : orderNotFound();
}

const tooManySecrets = (retryAfterSeconds: number): AppError =>
  new AppError('TOO_MANY_ATTEMPTS', 'Too many wrong payment secrets for this order. Please wait before you try again.', {
    retryAfterSeconds,
  });

/** Looks the intent up at the provider and records its outcome. Idempotent. */
export async function verifyPaymentIntent(deps: PaymentDeps, farmer: Actor, orderId: string, secret: string, now: Date): Promise<void> {
  await checkIntent(deps, await getIntentBySecret(deps.database, farmer, orderId, secret, now), verifiedBy(farmer), now);
}

/** The content of a webhook is not trusted: it only causes a lookup at the provider. False: no intent of ours. */
export async function handlePaymentWebhook(deps: PaymentDeps, id: string, refund: boolean, now: Date): Promise<boolean> {
  const intent = await findIntent(deps.database.read, id);
  if (intent === undefined || !isFromProvider(deps.provider, intent)) return false;
  await checkIntent(deps, intent, { actorId: null, cause: 'webhook' }, now);
  if (refund) await recordProviderRefund(deps, id, now);
  return true;
}

async function checkIntent(deps: PaymentDeps, intent: StoredIntent, trigger: SettlementTrigger, now: Date): Promise<void> {
  const { provider } = deps;
  if (!canStillBePaid(intent) || !isFromProvider(provider, intent)) return;
  const providerIntent = await callProvider(() => provider.retrieveIntent(intent.id));
  await settleIntent(deps, intent, providerIntent, trigger, now);
}
