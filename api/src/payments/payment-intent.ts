import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { lockOrder } from '../orders/order-change-store.ts';
import { hashToken } from '../platform/auth.ts';
import type { Database } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { type ProviderIntent, paymentStatusOf, settlement } from './payment-rules.ts';
import {
  findPayableOrder,
  insertIntent,
  insertLedgerEntry,
  listIntents,
  type PayableOrder,
  readLedger,
  type StoredIntent,
  savePaymentStatus,
  settleIntent,
} from './payment-store.ts';
import { askProvider, type PaymentProvider } from './provider.ts';

export interface PaymentDeps {
  database: Database;
  provider: PaymentProvider;
  log: Log;
}

async function getCardOrder(database: Database, orderId: string, farmer: Actor): Promise<PayableOrder> {
  const order = await findPayableOrder(database.read, orderId, farmer.id);
  if (order === undefined) throw orderNotFound();
  if (order.paymentMethod === 'cash') throw new AppError('CASH_ORDER', 'This order is paid in cash, to the crew or at the office.');
  return order;
}

/** The order's open intent, or a new one. */
export async function openPaymentIntent(
  { database, provider }: PaymentDeps,
  farmer: Actor,
  orderId: string,
  now: Date,
): Promise<ProviderIntent & { clientSecret: string }> {
  const order = await getCardOrder(database, orderId, farmer);
  if (order.paymentStatus === 'paid') throw new AppError('ALREADY_PAID', 'This order is paid already.');
  if (order.status === 'cancelled' || Number(order.cost) === 0)
    throw new AppError('NOTHING_TO_PAY', 'There is nothing to pay for this order.');
  const intents = await listIntents(database.write, orderId);
  const open = intents.find((intent) => intent.status === 'open');
  if (open !== undefined) {
    const told = await askProvider(() => provider.retrieveIntent(open.id));
    if (settlement(open, told) !== 'failed') return told;
    // Declined, and nobody has asked about it yet: that is noted here, and a new one takes its place.
    await settle(database, order, open, 'failed', farmer, now);
  }
  // The key counts the attempts, so that two tabs at once ask for one and the same intent.
  const key = `order-${orderId}-attempt-${intents.length + 1}`;
  const made = await askProvider(() => provider.createIntent({ orderId, amount: order.cost, currency: order.currency, key }));
  await database.transaction((tx) =>
    insertIntent(
      tx,
      { id: made.id, orderId, secretHash: hashToken(made.clientSecret), amount: order.cost, currency: order.currency },
      provider.name,
      now,
    ),
  );
  return made;
}

/** Finds an intent of a farmer's card order by its secret; a wrong secret looks like a missing order. */
export async function getIntentBySecret(database: Database, farmer: Actor, orderId: string, secret: string) {
  const order = await getCardOrder(database, orderId, farmer);
  const hash = hashToken(secret);
  const intent = (await listIntents(database.write, orderId)).find(({ secretHash }) => timingSafeEqual(secretHash, hash));
  if (intent === undefined) throw orderNotFound();
  return { order, intent };
}

/** Asks the provider and records what it says, once, however often this is called. */
export async function verifyPaymentIntent(
  { database, provider, log }: PaymentDeps,
  farmer: Actor,
  orderId: string,
  secret: string,
  now: Date,
): Promise<void> {
  const { order, intent } = await getIntentBySecret(database, farmer, orderId, secret);
  if (intent.status !== 'open') return;
  const told = await askProvider(() => provider.retrieveIntent(intent.id));
  const result = settlement(intent, told);
  if (result === 'mismatch') log.error({ orderId, intent: intent.id }, 'A payment does not fit its order; it is not counted as paid.');
  if (result === 'paid' || result === 'failed') await settle(database, order, intent, result, farmer, now);
}

async function settle(
  database: Database,
  order: PayableOrder,
  intent: StoredIntent,
  result: 'paid' | 'failed',
  farmer: Actor,
  now: Date,
): Promise<void> {
  const { orderId, amount, currency } = intent;
  await database.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    if (!(await settleIntent(tx, intent.id, result === 'paid' ? 'succeeded' : 'failed', now))) return;
    const kind = result === 'paid' ? 'charge' : 'failure';
    await insertLedgerEntry(
      tx,
      { orderId, kind, amount, currency, method: order.paymentMethod, providerReference: intent.id, actorId: farmer.id, cause: 'verified' },
      now,
    );
    await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), farmer.id, now);
  });
}
