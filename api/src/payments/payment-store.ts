import type { PaymentMethod, PaymentStatus } from '../orders/order.ts';
import type { Db, Tx } from '../platform/db.ts';
import { statement } from '../platform/sql.ts';
import type { LedgerCause, LedgerEntry } from './payment-rules.ts';

export interface PayableOrder {
  status: string;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  cost: string;
  currency: string;
}

const payableStatement = statement(
  'payable_order',
  'select o.order_status, o.payment_method, o.payment_status, o.cost, k.currency from spray_order o, company k where o.id = $1 and o.farmer_id = $2',
);

export async function findPayableOrder(db: Db, orderId: string, farmerId: string): Promise<PayableOrder | undefined> {
  const [row] = await db.rows(payableStatement, [orderId, farmerId]);
  if (row === undefined) return undefined;
  return {
    status: String(row[0]),
    paymentMethod: row[1] as PaymentMethod,
    paymentStatus: row[2] as PaymentStatus,
    cost: String(row[3]),
    currency: String(row[4]),
  };
}

export interface StoredIntent {
  id: string;
  orderId: string;
  secretHash: Buffer;
  amount: string;
  currency: string;
  status: 'open' | 'succeeded' | 'failed' | 'cancelled';
}

const intentColumns = "id, order_id, encode(secret_hash, 'hex'), amount, currency, status";

function toIntent(row: readonly (string | null)[]): StoredIntent {
  const [id, orderId, hash, amount, currency, status] = row as string[];
  return { id, orderId, secretHash: Buffer.from(hash as string, 'hex'), amount, currency, status } as StoredIntent;
}

const intentsStatement = statement(
  'intents_of_order',
  `select ${intentColumns} from payment_intent where order_id = $1 order by created_at, id`,
);

export async function listIntents(db: Db, orderId: string): Promise<StoredIntent[]> {
  return (await db.rows(intentsStatement, [orderId])).map(toIntent);
}

const insertIntentStatement = statement(
  'insert_intent',
  `insert into payment_intent (id, order_id, provider, secret_hash, amount, currency, created_at) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict do nothing`,
);

/** Does nothing when the order has an open intent already. */
export async function insertIntent(tx: Tx, intent: Omit<StoredIntent, 'status'>, provider: string, now: Date): Promise<void> {
  await tx.rows(insertIntentStatement, [
    intent.id,
    intent.orderId,
    provider,
    intent.secretHash,
    intent.amount,
    intent.currency,
    now.toISOString(),
  ]);
}

const settleIntentStatement = statement(
  'settle_intent',
  "update payment_intent set status = $2, settled_at = $3 where id = $1 and status = 'open' returning 1",
);

/** True for exactly one caller. */
export async function settleIntent(tx: Tx, id: string, status: 'succeeded' | 'failed' | 'cancelled', now: Date): Promise<boolean> {
  return (await tx.rows(settleIntentStatement, [id, status, now.toISOString()])).length > 0;
}

export interface NewLedgerEntry extends LedgerEntry {
  orderId: string;
  amount: string;
  currency: string;
  method: PaymentMethod;
  providerReference: string | null;
  actorId: string | null;
  cause: LedgerCause;
}

const insertEntryStatement = statement(
  'insert_payment',
  'insert into payment (order_id, kind, amount, currency, method, provider_reference, actor_id, at, cause) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
);

export async function insertLedgerEntry(tx: Tx, entry: NewLedgerEntry, now: Date): Promise<void> {
  await tx.rows(insertEntryStatement, [
    entry.orderId,
    entry.kind,
    entry.amount,
    entry.currency,
    entry.method,
    entry.providerReference,
    entry.actorId,
    now.toISOString(),
    entry.cause,
  ]);
}

const ledgerStatement = statement('ledger_kinds', 'select kind from payment where order_id = $1 order by id');

export async function readLedger(db: Db, orderId: string): Promise<LedgerEntry[]> {
  return (await db.rows(ledgerStatement, [orderId])).map((row) => ({ kind: row[0] as LedgerEntry['kind'] }));
}

const setStatusStatement = statement(
  'set_payment_status',
  `with changed as (
     update spray_order set payment_status = $2, version = version + 1 where id = $1 and payment_status <> $2
     returning id, version, order_status
   ), history as (
     insert into order_history (order_id, at, actor_id, action, from_status, to_status, version)
     select id, $3::timestamptz, $5::bigint, coalesce($4::text, $6::text), order_status, order_status, version from changed
   )
   insert into outbox_event (at, type, order_id, actor_id) select $3::timestamptz, $4::text, id, $5::bigint from changed where $4::text is not null`,
);

/** Writes the status that follows from the ledger, and tells of it if it changed. */
export async function savePaymentStatus(
  tx: Tx,
  orderId: string,
  status: PaymentStatus,
  actorId: string | null,
  now: Date,
  undoneBy: 'refunded' | 'payment_corrected' = 'refunded',
): Promise<void> {
  const event = status === 'paid' ? 'paid' : status === 'failed' ? 'payment_failed' : null;
  await tx.rows(setStatusStatement, [orderId, status, now.toISOString(), event, actorId, undoneBy]);
}

const changeStatement = statement('change_due', 'select ($1::numeric - $2::numeric)::text, $1::numeric >= $2::numeric');

/** Money is reckoned where it is exact. */
export async function reckonChange(db: Db, received: string, cost: string): Promise<{ change: string; enough: boolean }> {
  const [row] = await db.rows(changeStatement, [received, cost]);
  return { change: String(row?.[0]), enough: row?.[1] === 't' };
}

const toRefundStatement = statement(
  'cancelled_and_paid',
  `select id from spray_order where order_status = 'cancelled' and payment_status = 'paid' and payment_method <> 'cash' order by id limit 50`,
);

export async function listPaidButCancelled(db: Db): Promise<string[]> {
  return (await db.rows(toRefundStatement)).map((row) => String(row[0]));
}

const toVoidStatement = statement(
  'cancelled_with_open_intent',
  `select o.id from payment_intent i join spray_order o on o.id = i.order_id where i.status = 'open' and o.order_status = 'cancelled' order by o.id limit 50`,
);

export async function listCancelledWithOpenIntent(db: Db): Promise<string[]> {
  return (await db.rows(toVoidStatement)).map((row) => String(row[0]));
}
