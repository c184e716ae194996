import { timingSafeEqual } from 'node:crypto';
import { countAttempt, readAttempts } from '../accounts/account-store.ts';
import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { hashToken } from '../platform/http/auth.ts';
import type { Database } from '../platform/postgres/database.ts';
import { enterReturned } from './enter-returned.ts';
import { findIntent, insertIntent, listIntents, type StoredIntent } from './intent-store.ts';
import { secretGuesses } from './payment-rules.ts';
import { findPayableOrder, type PayableOrder } from './payment-store.ts';
import { askProvider, type PaymentProvider, providerUnavailable, type SecretIntent } from './provider.ts';
import { requestOnce } from './request-once.ts';
import { type Asked, isOf, mayTakeMoney, type PaymentDeps, settleIntent } from './settle-intent.ts';

const by = ({ id }: Actor): Asked => ({ actorId: id, cause: 'verified' });

async function getCardOrder(database: Database, orderId: string, farmer: Actor): Promise<PayableOrder> {
  const order = await findPayableOrder(database.read, orderId, farmer.id);
  if (order === undefined) throw orderNotFound();
  if (order.paymentMethod === 'cash') throw new AppError('CASH_ORDER', 'This order is paid in cash, to the crew or at the office.');
  return order;
}

export function getProvider({ provider }: Pick<PaymentDeps, 'provider'>): PaymentProvider {
  if (provider === undefined) throw new AppError('CARD_PAYMENTS_OFF', 'Cards cannot be paid with here. Please ask the office how to pay.');
  return provider;
}

/**
 * The order's intent, or a new one once no other can be paid any more: two tabs never charge twice. The answer may be one that
 * has been paid meanwhile; its status says so.
 */
export async function openPaymentIntent(deps: PaymentDeps, farmer: Actor, orderId: string, now: Date): Promise<SecretIntent> {
  const { database } = deps;
  const order = await getCardOrder(database, orderId, farmer);
  const provider = getProvider(deps);
  if (order.paymentStatus === 'paid') throw new AppError('ALREADY_PAID', 'This order is paid already.');
  if (order.status === 'cancelled' || Number(order.cost) === 0)
    throw new AppError('NOTHING_TO_PAY', 'There is nothing to pay for this order.');
  const { cost: amount, currency } = order;
  const intents = await listIntents(database.write, orderId);
  for (const intent of intents.filter(mayTakeMoney)) {
    const kept = await keepOrEnd(deps, intent, farmer, now);
    if (kept !== undefined) return { ...kept, amount, currency };
  }
  // Counts the order's intents, so that two tabs at once ask for one and the same.
  const subject = `order-${orderId}-attempt-${intents.length + 1}`;
  const made = await requestOnce(
    deps,
    {
      subject,
      send: (key) => provider.createIntent({ orderId, amount, currency, key }),
      find: (key, since) => provider.findIntentByKey(key, since),
    },
    now,
  );
  const { name, live } = provider;
  await database.transaction((tx) =>
    insertIntent(tx, { id: made.id, orderId, provider: name, live, secretHash: hashToken(made.clientSecret), amount, currency }, now),
  );
  return made;
}

/** A declined intent could be paid all the same, in another tab: it is ended before another takes its place. */
async function keepOrEnd(deps: PaymentDeps, intent: StoredIntent, farmer: Actor, now: Date): Promise<SecretIntent | undefined> {
  const { provider } = deps;
  if (!isOf(provider, intent)) {
    // Real money may come through it, and whom to ask about it is not set up any more. Play money may be forgotten.
    if (intent.live) throw providerUnavailable();
    await settleIntent(deps, intent, { ...intent, status: 'cancelled' }, by(farmer), now);
    return undefined;
  }
  const told = await askProvider(() => provider.retrieveIntent(intent.id));
  const declined = told.status === 'failed';
  const last = declined ? { ...(await askProvider(() => provider.cancelIntent(intent.id))), clientSecret: told.clientSecret } : told;
  await settleIntent(deps, intent, last, by(farmer), now);
  return last.status === 'cancelled' ? undefined : last;
}

/** Finds an intent of a farmer's card order by its secret; a wrong secret looks like a missing order. */
export async function getIntentBySecret(
  database: Database,
  farmer: Actor,
  orderId: string,
  secret: string,
  now: Date,
): Promise<StoredIntent> {
  await getCardOrder(database, orderId, farmer);
  const key = `payment-secret:${orderId}`;
  const { attempts, secondsLeft } = await readAttempts(database.write, key, now, secretGuesses.windowSeconds);
  if (attempts > secretGuesses.attempts) throw tooManySecrets(secondsLeft);
  const hash = hashToken(secret);
  const intent = (await listIntents(database.write, orderId)).find(({ secretHash }) => timingSafeEqual(secretHash, hash));
  if (intent !== undefined) return intent;
  const counted = await countAttempt(database.write, key, now, secretGuesses.windowSeconds);
  // Others may have been counted since: of those that came at once, no more than the limit are answered.
  throw counted.attempts > secretGuesses.attempts ? tooManySecrets(counted.secondsLeft) : orderNotFound();
}

const tooManySecrets = (retryAfterSeconds: number): AppError =>
  new AppError('TOO_MANY_ATTEMPTS', 'Too many wrong payment secrets for this order. Please wait before you try again.', {
    retryAfterSeconds,
  });

/** Asks the provider and records what it says, once, however often this is called. */
export async function verifyPaymentIntent(deps: PaymentDeps, farmer: Actor, orderId: string, secret: string, now: Date): Promise<void> {
  await lookAt(deps, await getIntentBySecret(deps.database, farmer, orderId, secret, now), by(farmer), now);
}

/** A provider's own message: a reason to ask it, and no more than that. */
export async function handlePaymentWebhook(deps: PaymentDeps, id: string, refund: boolean, now: Date): Promise<boolean> {
  const intent = await findIntent(deps.database.read, id);
  if (intent === undefined || !isOf(deps.provider, intent)) return false;
  await lookAt(deps, intent, { actorId: null, cause: 'webhook' }, now);
  if (refund) await enterReturned(deps, id, now);
  return true;
}

async function lookAt(deps: PaymentDeps, intent: StoredIntent, asked: Asked, now: Date): Promise<void> {
  const { provider } = deps;
  if (!mayTakeMoney(intent) || !isOf(provider, intent)) return;
  const told = await askProvider(() => provider.retrieveIntent(intent.id));
  await settleIntent(deps, intent, told, asked, now);
}
