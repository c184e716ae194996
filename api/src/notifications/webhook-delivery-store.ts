import { userColumns } from '../accounts/user.ts';
import { orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { inBatches } from '../platform/postgres/in-batches.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

export interface Subscription {
  webhookId: string;
  eventTypes: string[];
}

const subscriptionsStatement = statement(
  'webhook_subscriptions',
  "select id, array_to_string(event_types, ',') from webhook where active order by id",
);

export async function readSubscriptions(tx: Tx): Promise<Subscription[]> {
  return (await tx.rows(subscriptionsStatement)).map((row) => ({ webhookId: String(row[0]), eventTypes: String(row[1]).split(',') }));
}

const orderRowsStatement = statement(
  'orders_for_webhooks',
  `select o.version, ${orderColumns} from spray_order o ${orderJoins} where o.id = any($1)`,
);

/** Version and columns of the present orders. */
export function readOrderRows(tx: Tx, ids: string[]): Promise<Row[]> {
  return tx.rows(orderRowsStatement, [ids]);
}

const userCellsStatement = statement('users_for_webhooks', `select u.id, ${userColumns('u')} from app_user u where u.id = any($1)`);

export interface UserCells {
  of: Map<string, Row>;
  /** Instead of those of a user: there is none. */
  none: Row;
}

/** The columns of users as they are in the row of an order. */
export async function readUserCells(tx: Tx, ids: string[]): Promise<UserCells> {
  const rows = await tx.rows(userCellsStatement, [ids]);
  const of = new Map(rows.map(([id, ...cells]): [string, Row] => [String(id), cells]));
  return { of, none: (rows[0] ?? []).slice(1).map(() => null) };
}

export interface NewDelivery {
  webhookId: string;
  messageId: string;
  type: string;
  payload: string;
  at: string;
}

const insertStatement = statement(
  'insert_webhook_deliveries',
  `insert into webhook_delivery (webhook_id, message_id, type, payload, created_at, next_attempt_at)
   select webhook_id, message_id, type, payload, at, $6::timestamptz
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) d (webhook_id, message_id, type, payload, at)
   on conflict do nothing`,
);

export async function insertDeliveries(tx: Tx, deliveries: NewDelivery[], now: Date): Promise<void> {
  const column = (key: keyof NewDelivery) => deliveries.map((delivery) => delivery[key]);
  await tx.rows(insertStatement, [
    column('webhookId'),
    column('messageId'),
    column('type'),
    column('payload'),
    column('at'),
    now.toISOString(),
  ]);
}

export interface DueDelivery {
  id: string;
  webhookId: string;
  messageId: string;
  payload: string;
  /** All attempts; replays included. */
  attempts: number;
  /** Attempts since it was queued or replayed. */
  tries: number;
  url: string;
  /** Newest first, as they are stored. */
  secrets: Buffer[];
}

// Claiming moves the due time by the lease: if this process dies, the delivery becomes due again.
const claimStatement = statement(
  'claim_webhook_deliveries',
  `with due as (
     select d.id from webhook w
       left join unnest($2::bigint[], $3::integer[]) as busy (id, slots) on busy.id = w.id
      cross join lateral (
        select id from webhook_delivery
         where webhook_id = w.id and status = 'waiting' and next_attempt_at <= $1::timestamptz
         order by next_attempt_at, id limit greatest(0, $4::integer - coalesce(busy.slots, 0))
           for update skip locked) d
      where w.active
   )
   update webhook_delivery d
      set attempts = d.attempts + 1, tries = d.tries + 1, last_attempt_at = $1::timestamptz,
          next_attempt_at = $1::timestamptz + make_interval(secs => $5)
     from webhook w
    where d.id in (select id from due) and w.id = d.webhook_id
   returning d.id, d.webhook_id, d.message_id, d.payload, d.attempts, d.tries, w.url, encode(w.secret, 'hex'),
             case when w.old_secret_until > $1::timestamptz then encode(w.old_secret, 'hex') end`,
);

/** Claims due deliveries, up to the free slots of each active webhook. */
export async function claimDeliveries(
  db: Db,
  now: Date,
  inFlight: ReadonlyMap<string, number>,
  perWebhook: number,
  leaseSeconds: number,
): Promise<DueDelivery[]> {
  const usedSlots = [...inFlight.values()].map(String);
  const rows = await db.rows(claimStatement, [now.toISOString(), [...inFlight.keys()], usedSlots, perWebhook, leaseSeconds]);
  return rows.map(([id, webhookId, messageId, payload, attempts, tries, url, ...secrets]) => ({
    id: String(id),
    webhookId: String(webhookId),
    messageId: String(messageId),
    payload: String(payload),
    attempts: Number(attempts),
    tries: Number(tries),
    url: String(url),
    secrets: secrets.flatMap((secret) => (secret === null ? [] : [Buffer.from(secret, 'hex')])),
  }));
}

const deliveredStatement = statement(
  'webhook_delivered',
  `with recovered as (update webhook set failing_since = null where id = $2 and failing_since is not null)
   update webhook_delivery set status = 'delivered', next_attempt_at = null, response_code = $3, last_error = null where id = $1`,
);

export async function markDelivered(db: Db, { id, webhookId }: DueDelivery, responseCode: number): Promise<void> {
  await db.rows(deliveredStatement, [id, webhookId, responseCode]);
}

const failedStatement = statement(
  'webhook_failed',
  `with target as (
     select id, active from webhook where id = (select webhook_id from webhook_delivery where id = $1) for no key update
   ), failing as (
     update webhook w
        set failing_since = coalesce(w.failing_since, $3::timestamptz),
            active = w.active and not $7::boolean and coalesce(w.failing_since, $3::timestamptz) > $3::timestamptz - make_interval(secs => $8)
       from target where w.id = target.id
     returning w.id, target.active and not w.active as turned_off
   ), audit as (
     insert into audit_entry (at, actor_id, action, subject_type, subject_id, changes)
     select $3::timestamptz, null, 'webhook_update', 'webhook', id, '[{"field": "active", "from": true, "to": false}]' from failing where turned_off
   )
   update webhook_delivery
      set status = case when $4::timestamptz is null then 'failed' else 'waiting' end, next_attempt_at = $4::timestamptz, response_code = $5, last_error = $6
    where id = $1 and attempts = $2 and status = 'waiting'`,
);

export interface Failure {
  responseCode: number | null;
  error: string;
  /** Undefined: no further attempt. */
  retryAt: Date | undefined;
  /** The receiver answered 410 Gone. */
  gone: boolean;
}

/** Stores a failure. Turns the webhook off, with an audit entry, if it has failed for too long or is gone. */
export async function markFailed(
  db: Db,
  { id, attempts }: DueDelivery,
  { responseCode, error, retryAt, gone }: Failure,
  now: Date,
  disableAfterSeconds: number,
): Promise<void> {
  const values = [id, attempts, now.toISOString(), retryAt?.toISOString() ?? null, responseCode, error, gone, disableAfterSeconds];
  await db.rows(failedStatement, values);
}

const releaseStatement = statement(
  'release_webhook_delivery',
  "update webhook_delivery set next_attempt_at = $3, tries = tries - 1 where id = $1 and attempts = $2 and status = 'waiting'",
);

/** Makes a claimed delivery due again without counting the attempt. */
export async function releaseDelivery(db: Db, { id, attempts }: DueDelivery, now: Date): Promise<void> {
  await db.rows(releaseStatement, [id, attempts, now.toISOString()]);
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const deliveryColumns = `d.id, d.message_id, d.type, d.status, d.attempts, d.response_code, d.last_error,
  ${time('d.created_at')}, ${time('d.last_attempt_at')}, ${time('d.next_attempt_at')}`;

export const deliverySortColumns: Record<string, string> = { id: 'd.id', type: 'd.type', status: 'd.status', attempts: 'd.attempts' };

// Table tally holds materialised counters.
const countStatement = statement(
  'count_webhook_deliveries',
  "select coalesce(sum(size), 0) from tally where list = 'deliveries' and owner_id = $1",
);

export async function countDeliveries(db: Db, webhookId: string): Promise<number> {
  return Number((await db.rows(countStatement, [webhookId]))[0]?.[0]);
}

export function listDeliveries(db: Db, webhookId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, deliverySortColumns, 'd.id desc', 'd.id');
  const build = () => `select ${deliveryColumns} from webhook_delivery d where d.webhook_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('webhook deliveries', sort, build), [webhookId, limit, offset]);
}

const replayStatement = statement(
  'replay_webhook_delivery',
  `update webhook_delivery d set status = 'waiting', tries = 0, next_attempt_at = $3
    where webhook_id = $1 and id = $2 returning ${deliveryColumns}`,
);

export async function replayDelivery(db: Db, webhookId: string, id: string, now: Date): Promise<Row | undefined> {
  return (await db.rows(replayStatement, [webhookId, id, now.toISOString()]))[0];
}

const clampStatement = statement(
  'clamp_webhook_due_times',
  `update webhook_delivery set next_attempt_at = $1::timestamptz + make_interval(secs => ($2::float8[])[tries + 1])
    where status = 'waiting' and next_attempt_at > $1::timestamptz + make_interval(secs => ($2::float8[])[tries + 1])`,
);

/** After the clock was set back: limits each delay to the maximum for its number of attempts. */
export async function clampWebhookDueTimes(db: Db, now: Date, maxDelaysSeconds: readonly number[]): Promise<void> {
  await db.rows(clampStatement, [now.toISOString(), maxDelaysSeconds.map(String)]);
}

const deleteOldStatement = statement(
  'delete_old_webhook_deliveries',
  `delete from webhook_delivery where id = any(array(
     select id from webhook_delivery where status <> 'waiting' and created_at < $1::timestamptz - interval '30 days' order by created_at limit $2))
   returning 1`,
);

export function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  return inBatches(async (limit) => (await db.rows(deleteOldStatement, [now.toISOString(), limit])).length);
}
