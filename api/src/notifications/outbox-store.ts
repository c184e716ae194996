import { type OrderSnapshot, orderSnapshot } from '../orders/event-store.ts';
import type { EventType } from '../orders/order.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface DueEvent {
  id: string;
  /** Failed attempts so far. */
  attempts: number;
}

// A time further ahead than any delay was written before the clock was put back: it is due.
const isDelayed = (event: string) => `${event}.next_attempt_at > now() and ${event}.next_attempt_at < now() + interval '15 minutes'`;

// Events of one order are dispatched in their order: those behind one that is to be tried again wait for it.
const isDue = `(${isDelayed('e')}) is not true
  and not exists (select 1 from outbox_event b where b.order_id = e.order_id and b.id < e.id and ${isDelayed('b')})`;

const dueStatement = statement('due_events', `select e.id, e.attempts from outbox_event e where ${isDue} order by e.id limit $1`);

/** Oldest first. */
export async function listDueEvents(db: Db, limit: number): Promise<DueEvent[]> {
  return (await db.rows(dueStatement, [limit])).map((row) => ({ id: String(row[0]), attempts: Number(row[1]) }));
}

// A suspended process would keep its locks for as long as it is suspended; the server ends its transaction instead.
const limitStatement = statement('limit_idle_transaction', "select set_config('idle_in_transaction_session_timeout', $1, true)");

export async function limitIdleTime(tx: Tx, milliseconds: number): Promise<void> {
  await tx.rows(limitStatement, [String(milliseconds)]);
}

export interface OutboxEvent {
  id: string;
  at: string;
  type: EventType;
  orderId: string;
  /** Besides the people in the snapshot, whom it concerns. */
  people: string[];
  /** What the person who caused it wrote. */
  note: string;
  order: OrderSnapshot;
}

// Deleted in the transaction that writes what follows from them: an event is never lost, and never dispatched twice.
const takeStatement = statement(
  'take_events',
  `delete from outbox_event e
    where e.id in (select e.id from outbox_event e where e.id = any($1) and ${isDue} for update skip locked)
   returning e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.type, e.order_id, array_to_string(e.people, ','),
             coalesce(e.note, ''), coalesce(e.snapshot, (select ${orderSnapshot('o')} from spray_order o where o.id = e.order_id))`,
);

/** Those that are still due, oldest first. */
export async function takeEvents(tx: Tx, ids: string[]): Promise<OutboxEvent[]> {
  const rows = await tx.rows(takeStatement, [ids]);
  const events = rows.map((row) => ({
    id: String(row[0]),
    at: String(row[1]),
    type: row[2] as EventType,
    orderId: String(row[3]),
    people: String(row[4])
      .split(',')
      .filter((id) => id !== ''),
    note: String(row[5]),
    order: JSON.parse(String(row[6])) as OrderSnapshot,
  }));
  return events.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

const delayStatement = statement(
  'delay_event',
  `update outbox_event set attempts = attempts + 1, last_error = $2, next_attempt_at = now() + make_interval(secs => $3) where id = $1`,
);

/** After a failed attempt. */
export async function delayEvent(db: Db, id: string, error: string, seconds: number): Promise<void> {
  await db.rows(delayStatement, [id, error, seconds]);
}

const eventColumns = 'at, type, order_id, actor_id, people, note, snapshot';

const buryStatement = statement(
  'move_to_dead_letters',
  `with gone as (delete from outbox_event where id = $1 returning *)
   insert into dead_letter (event_id, ${eventColumns}, attempts, last_error, failed_at)
   select id, ${eventColumns}, attempts + 1, $2, $3::timestamptz from gone`,
);

/** After the last attempt: it is not tried again until an admin replays it. */
export async function moveToDeadLetters(db: Db, id: string, error: string, now: Date): Promise<void> {
  await db.rows(buryStatement, [id, error, now.toISOString()]);
}
