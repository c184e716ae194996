import { type OrderSnapshot, orderSnapshot } from '../orders/event-store.ts';
import type { EventType } from '../orders/order.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface DueEvent {
  id: string;
  /** Failed attempts so far. */
  attempts: number;
}

// A time further ahead than any delay was written before the clock was set back, so the event is due.
const isDelayed = (event: string) => `${event}.next_attempt_at > now() and ${event}.next_attempt_at < now() + interval '15 minutes'`;

// Events of an order are dispatched in order, so later ones wait for one that is delayed.
const isDue = `(${isDelayed('e')}) is not true
  and not exists (select 1 from outbox_event b where b.order_id = e.order_id and b.id < e.id and ${isDelayed('b')})`;

const dueStatement = statement('due_events', `select e.id, e.attempts from outbox_event e where ${isDue} order by e.id limit $1`);

/** Oldest first. */
export async function listDueEvents(db: Db, limit: number): Promise<DueEvent[]> {
  return (await db.rows(dueStatement, [limit])).map((row) => ({ id: String(row[0]), attempts: Number(row[1]) }));
}

// The server ends the transaction of a suspended process, which would otherwise keep its locks.
const limitStatement = statement('limit_idle_transaction', "select set_config('idle_in_transaction_session_timeout', $1, true)");

export async function limitIdleTime(tx: Tx, timeoutMs: number): Promise<void> {
  await tx.rows(limitStatement, [String(timeoutMs)]);
}

export interface OutboxEvent {
  id: string;
  at: string;
  type: EventType;
  orderId: string;
  /** Null: the service itself. */
  actorId: string | null;
  /** Ids of further recipients, who are not in the snapshot. */
  people: string[];
  /** Written by the user who caused the event. */
  note: string;
  order: OrderSnapshot;
}

// Deleted in the transaction that writes their effects, so that an event is neither lost nor dispatched twice.
const claimStatement = statement(
  'claim_events',
  `delete from outbox_event e
    where e.id in (select e.id from outbox_event e where e.id = any($1) and ${isDue} for update skip locked)
   returning e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.type, e.order_id, array_to_string(e.people, ','),
             coalesce(e.note, ''), coalesce(e.snapshot, (select ${orderSnapshot('o')} from spray_order o where o.id = e.order_id)), e.actor_id`,
);

/** Deletes and returns those of the events that are still due, oldest first. */
export async function claimEvents(tx: Tx, ids: string[]): Promise<OutboxEvent[]> {
  const rows = await tx.rows(claimStatement, [ids]);
  const events = rows.map(([id, at, type, orderId, people, note, order, actorId]) => ({
    id: String(id),
    at: String(at),
    type: type as EventType,
    orderId: String(orderId),
    actorId: actorId ?? null,
    people: String(people)
      .split(',')
      .filter((userId) => userId !== ''),
    note: String(note),
    order: JSON.parse(String(order)) as OrderSnapshot,
  }));
  return events.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

const delayStatement = statement(
  'delay_event',
  `update outbox_event set attempts = attempts + 1, last_error = $2, next_attempt_at = now() + make_interval(secs => $3) where id = $1`,
);

/** After a failed attempt. */
export async function delayEvent(db: Db, id: string, error: string, delaySeconds: number): Promise<void> {
  await db.rows(delayStatement, [id, error, delaySeconds]);
}

const eventColumns = 'at, type, order_id, actor_id, people, note, snapshot';

const moveStatement = statement(
  'move_to_dead_letters',
  `with deleted as (delete from outbox_event where id = $1 returning *)
   insert into dead_letter (event_id, ${eventColumns}, attempts, last_error, failed_at)
   select id, ${eventColumns}, attempts + 1, $2, $3::timestamptz from deleted`,
);

/** After the last attempt. Only an admin can replay it. */
export async function moveToDeadLetters(db: Db, id: string, error: string, now: Date): Promise<void> {
  await db.rows(moveStatement, [id, error, now.toISOString()]);
}
