import { orderSnapshot } from '../orders/event-store.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { isRefundableIntent } from './overpayment-store.ts';
import { type ExpectedIntent, firstLookupDelaySeconds, type IntentState, type Settlement } from './payment-rules.ts';
import type { PaymentProvider } from './provider.ts';

export interface StoredIntent extends ExpectedIntent, IntentState {
  provider: string;
  secretHash: Buffer;
  createdAt: Date;
  /** Consecutive lookups at the provider that failed, the current one included. */
  failedLookups: number;
  /** The office is notified that the intent cannot be settled. */
  stuck: boolean;
}

// Table payment_intent: `looks` counts failed lookups at the provider, `look_at` is the time of the next lookup.
const columnsOf = (alias: string) =>
  `${alias}.id, ${alias}.order_id, ${alias}.provider, ${alias}.live, encode(${alias}.secret_hash, 'hex'), ${alias}.amount, ${alias}.currency,
   ${alias}.status, ${alias}.ended_at is not null, ${alias}.mismatch_at is not null, extract(epoch from ${alias}.created_at),
   ${alias}.looks, ${alias}.stuck_at is not null`;

function toIntent(row: readonly (string | null)[]): StoredIntent {
  const [id, orderId, provider, live, hash, amount, currency, status, ended, mismatch, createdAt, failedLookups, stuck] = row as string[];
  return {
    id,
    orderId,
    provider,
    live: live === 't',
    secretHash: Buffer.from(hash as string, 'hex'),
    amount,
    currency,
    status,
    ended: ended === 't',
    mismatch: mismatch === 't',
    createdAt: new Date(Number(createdAt) * 1000),
    failedLookups: Number(failedLookups),
    stuck: stuck === 't',
  } as StoredIntent;
}

const ofOrderStatement = statement(
  'intents_of_order',
  `select ${columnsOf('i')} from payment_intent i where i.order_id = $1 order by i.created_at, i.id`,
);

export async function listIntents(db: Db, orderId: string): Promise<StoredIntent[]> {
  return (await db.rows(ofOrderStatement, [orderId])).map(toIntent);
}

const findStatement = statement('find_intent', `select ${columnsOf('i')} from payment_intent i where i.id = $1`);

export async function findIntent(db: Db, id: string): Promise<StoredIntent | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row === undefined ? undefined : toIntent(row);
}

export type NewStoredIntent = Omit<StoredIntent, keyof IntentState | 'createdAt' | 'failedLookups' | 'stuck'>;

const insertStatement = statement(
  'insert_intent',
  `insert into payment_intent (id, order_id, provider, live, secret_hash, amount, currency, created_at, look_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz + make_interval(secs => $9))
   on conflict do nothing`,
);

/** Does nothing if the order already has an open intent. */
export async function insertIntent(tx: Tx, intent: NewStoredIntent, now: Date): Promise<void> {
  const { id, orderId, provider, live, secretHash, amount, currency } = intent;
  await tx.rows(insertStatement, [id, orderId, provider, live, secretHash, amount, currency, now.toISOString(), firstLookupDelaySeconds]);
}

const saveStateStatement = statement(
  'save_intent_state',
  `update payment_intent
      set status = $2, settled_at = case when status = $2 then settled_at else $5 end,
          ended_at = case when $3::boolean then coalesce(ended_at, $5) end,
          mismatch_at = case when $4::boolean then coalesce(mismatch_at, $5) end,
          looks = case when status = $2 then looks else 0 end
    where id = $1`,
);

export async function saveIntentState(tx: Tx, id: string, { status, ended, mismatch }: Settlement, now: Date): Promise<void> {
  await tx.rows(saveStateStatement, [id, status, ended, mismatch, now.toISOString()]);
}

export type PaymentEventType = 'payment_mismatch' | 'payment_stuck';

const insertEventStatement = statement(
  'insert_payment_event',
  `insert into outbox_event (at, type, order_id, note, snapshot)
   select $1::timestamptz, $2::text, o.id, $4::text, ${orderSnapshot('o')} from spray_order o where o.id = $3`,
);

export async function insertPaymentEvent(
  tx: Tx,
  orderId: string,
  type: PaymentEventType,
  now: Date,
  note: string | null = null,
): Promise<void> {
  await tx.rows(insertEventStatement, [now.toISOString(), type, orderId, note]);
}

// Claiming counts as a failed lookup until its outcome is saved, and moves the next lookup back exponentially: other processes skip
// a claimed intent, and one that a killed process had claimed becomes due again.
const claim = (due: string) => `with due as (${due} for update of i skip locked)
  update payment_intent t set looks = t.looks + 1, look_at = $1::timestamptz + make_interval(secs => 30 * 2 ^ least(t.looks, 7))
    from due where t.id = due.id returning ${columnsOf('t')}`;

const unsettled = `select i.id from payment_intent i cross join lateral (select order_status from spray_order where id = i.order_id offset 0) o
   where i.ended_at is null and i.status <> 'succeeded' and i.provider = $3 and i.live = $4`;

const claimUnsettledStatement = statement(
  'claim_unsettled_intents',
  claim(`${unsettled} and o.order_status <> 'cancelled' and (i.look_at is null or i.look_at <= $1::timestamptz)
    order by i.look_at nulls first limit $2`),
);

type ProviderId = Pick<PaymentProvider, 'name' | 'live'>;

/** Claims unsettled intents whose lookup at the provider is due. */
export async function claimUnsettledIntents(db: Db, { name, live }: ProviderId, limit: number, now: Date): Promise<StoredIntent[]> {
  return (await db.rows(claimUnsettledStatement, [now.toISOString(), limit, name, live])).map(toIntent);
}

/** Longer than a bulk cancellation can be undone (dispatch/bulk-rules.ts): until then nothing is refunded. */
const bulkRefundDelayMinutes = 11;

const isFinallyCancelled = (orderId: string) => `not exists (
  select from bulk_action_order b join bulk_action a on a.id = b.bulk_action_id
   where b.order_id = ${orderId} and a.kind = 'cancel' and a.undone_at is null
     and a.at > $1::timestamptz - interval '${bulkRefundDelayMinutes} minutes')`;

const claimOpenStatement = statement(
  'claim_open_intents_of_cancelled_orders',
  claim(
    `${unsettled} and o.order_status = 'cancelled' and ${isFinallyCancelled('i.order_id')} and (i.looks = 0 or i.look_at <= $1::timestamptz) order by i.look_at limit $2`,
  ),
);

/** Claims intents that could still be paid although their order is cancelled. */
export async function claimOpenIntentsOfCancelledOrders(
  db: Db,
  { name, live }: ProviderId,
  limit: number,
  now: Date,
): Promise<StoredIntent[]> {
  return (await db.rows(claimOpenStatement, [now.toISOString(), limit, name, live])).map(toIntent);
}

// The first refundable intent of each order. After a failure it waits, the same as the others of its order.
const claimRefundableStatement = statement(
  'claim_refundable_intents',
  claim(`select i.id from spray_order o join payment_intent i on ${isRefundableIntent}
    where o.overpaid > 0 and (o.order_status <> 'cancelled' or ${isFinallyCancelled('o.id')}) and (i.looks = 0 or i.look_at <= $1::timestamptz)
      and not exists (select from payment_intent f where f.order_id = o.id and f.id < i.id and f.id in (select i.id from payment_intent i where ${isRefundableIntent}))
    order by o.id limit $2`),
);

/** Claims paid intents of cancelled orders, and of orders for which too much was paid. */
export async function claimRefundableIntents(db: Db, limit: number, now: Date): Promise<StoredIntent[]> {
  return (await db.rows(claimRefundableStatement, [now.toISOString(), limit])).map(toIntent);
}

const scheduleLookupStatement = statement(
  'schedule_intent_lookup',
  'update payment_intent set looks = 0, look_at = $2::timestamptz + make_interval(secs => $3) where id = $1',
);

export async function scheduleLookup(db: Db, id: string, delaySeconds: number, now: Date): Promise<void> {
  await db.rows(scheduleLookupStatement, [id, now.toISOString(), delaySeconds]);
}

const stuckStatement = statement(
  'mark_intent_stuck',
  'update payment_intent set stuck_at = $2 where id = $1 and stuck_at is null returning 1',
);

/** False if it was marked before. */
export async function markStuck(tx: Tx, id: string, now: Date): Promise<boolean> {
  return (await tx.rows(stuckStatement, [id, now.toISOString()])).length > 0;
}

const clearStuckStatement = statement('clear_intent_stuck', 'update payment_intent set stuck_at = null where id = $1');

export async function clearStuck(db: Db, id: string): Promise<void> {
  await db.rows(clearStuckStatement, [id]);
}
