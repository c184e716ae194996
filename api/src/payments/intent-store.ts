import { orderSnapshot } from '../orders/event-store.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { type ExpectedIntent, firstLookSeconds, type NotedIntent, type Settlement } from './payment-rules.ts';
import type { PaymentProvider } from './provider.ts';

export interface StoredIntent extends ExpectedIntent, NotedIntent {
  provider: string;
  secretHash: Buffer;
  createdAt: Date;
  /** Looks in a row that led nowhere, the one under way included. */
  looks: number;
  /** The office has been notified that it cannot be settled. */
  stuck: boolean;
}

const columnsOf = (alias: string) =>
  `${alias}.id, ${alias}.order_id, ${alias}.provider, ${alias}.live, encode(${alias}.secret_hash, 'hex'), ${alias}.amount, ${alias}.currency,
   ${alias}.status, ${alias}.ended_at is not null, ${alias}.mismatch_at is not null, extract(epoch from ${alias}.created_at),
   ${alias}.looks, ${alias}.stuck_at is not null`;

function toIntent(row: readonly (string | null)[]): StoredIntent {
  const [id, orderId, provider, live, hash, amount, currency, status, ended, mismatch, createdAt, looks, stuck] = row as string[];
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
    looks: Number(looks),
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

export type NewStoredIntent = Omit<StoredIntent, keyof NotedIntent | 'createdAt' | 'looks' | 'stuck'>;

const insertStatement = statement(
  'insert_intent',
  `insert into payment_intent (id, order_id, provider, live, secret_hash, amount, currency, created_at, look_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz + make_interval(secs => $9))
   on conflict do nothing`,
);

/** Does nothing when the order has an open intent already. */
export async function insertIntent(tx: Tx, intent: NewStoredIntent, now: Date): Promise<void> {
  const { id, orderId, provider, live, secretHash, amount, currency } = intent;
  await tx.rows(insertStatement, [id, orderId, provider, live, secretHash, amount, currency, now.toISOString(), firstLookSeconds]);
}

const noteStatement = statement(
  'note_intent',
  `update payment_intent
      set status = $2, settled_at = case when status = $2 then settled_at else $5 end,
          ended_at = case when $3::boolean then coalesce(ended_at, $5) end,
          mismatch_at = case when $4::boolean then coalesce(mismatch_at, $5) end,
          looks = case when status = $2 then looks else 0 end
    where id = $1`,
);

export async function noteIntent(tx: Tx, id: string, { status, ended, mismatch }: Settlement, now: Date): Promise<void> {
  await tx.rows(noteStatement, [id, status, ended, mismatch, now.toISOString()]);
}

export type MoneyEvent = 'refunded' | 'cash_returned' | 'payment_mismatch' | 'payment_stuck';

const tellStatement = statement(
  'tell_of_money',
  `insert into outbox_event (at, type, order_id, note, snapshot)
   select $1::timestamptz, $2::text, o.id, $4::text, ${orderSnapshot('o')} from spray_order o where o.id = $3`,
);

export async function insertMoneyEvent(tx: Tx, orderId: string, type: MoneyEvent, now: Date, note: string | null = null): Promise<void> {
  await tx.rows(tellStatement, [now.toISOString(), type, orderId, note]);
}

// Whoever takes one counts that as a look that led nowhere, and the next is due later each time: so one that a killed
// process had taken comes due again, and other processes leave it alone meanwhile.
const taking = (due: string) => `with due as (${due} for update of i skip locked)
  update payment_intent t set looks = t.looks + 1, look_at = $1::timestamptz + make_interval(secs => 30 * 2 ^ least(t.looks, 7))
    from due where t.id = due.id returning ${columnsOf('t')}`;

const unsettled = `select i.id from payment_intent i cross join lateral (select order_status from spray_order where id = i.order_id offset 0) o
   where i.ended_at is null and i.status <> 'succeeded' and i.provider = $3 and i.live = $4`;

const takeUnsettledStatement = statement(
  'take_unsettled_intents',
  taking(`${unsettled} and o.order_status <> 'cancelled' and (i.look_at is null or i.look_at <= $1::timestamptz)
    order by i.look_at nulls first limit $2`),
);

type Whose = Pick<PaymentProvider, 'name' | 'live'>;

/** Takes intents that it is time to ask the provider about. */
export async function takeUnsettled(db: Db, { name, live }: Whose, limit: number, now: Date): Promise<StoredIntent[]> {
  return (await db.rows(takeUnsettledStatement, [now.toISOString(), limit, name, live])).map(toIntent);
}

const takeUnendedStatement = statement(
  'take_unended_intents_of_cancelled',
  taking(`${unsettled} and o.order_status = 'cancelled' and (i.looks = 0 or i.look_at <= $1::timestamptz) order by i.look_at limit $2`),
);

/** Takes intents that could still be paid though their order is cancelled. */
export async function takeUnendedOfCancelled(db: Db, { name, live }: Whose, limit: number, now: Date): Promise<StoredIntent[]> {
  return (await db.rows(takeUnendedStatement, [now.toISOString(), limit, name, live])).map(toIntent);
}

const takePaidStatement = statement(
  'take_paid_but_cancelled',
  taking(`select i.id from spray_order o join payment_intent i on i.order_id = o.id and i.status = 'succeeded'
    where o.order_status = 'cancelled' and o.payment_status = 'paid' and o.payment_method <> 'cash'
      and (i.looks = 0 or i.look_at <= $1::timestamptz)
    order by o.id limit $2`),
);

/** Takes intents whose money belongs to nobody any more. */
export async function takePaidButCancelled(db: Db, limit: number, now: Date): Promise<StoredIntent[]> {
  return (await db.rows(takePaidStatement, [now.toISOString(), limit])).map(toIntent);
}

const lookAgainStatement = statement(
  'look_at_intent_again',
  'update payment_intent set looks = 0, look_at = $2::timestamptz + make_interval(secs => $3) where id = $1',
);

export async function scheduleLookup(db: Db, id: string, seconds: number, now: Date): Promise<void> {
  await db.rows(lookAgainStatement, [id, now.toISOString(), seconds]);
}

const stuckStatement = statement(
  'mark_intent_stuck',
  'update payment_intent set stuck_at = $2 where id = $1 and stuck_at is null returning 1',
);

/** False when the office knows already. */
export async function markStuck(tx: Tx, id: string, now: Date): Promise<boolean> {
  return (await tx.rows(stuckStatement, [id, now.toISOString()])).length > 0;
}

const unstuckStatement = statement('clear_intent_stuck', 'update payment_intent set stuck_at = null where id = $1');

export async function clearStuck(db: Db, id: string): Promise<void> {
  await db.rows(unstuckStatement, [id]);
}
