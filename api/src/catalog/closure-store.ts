import type { Db, RawRow, Row, Tx } from '../platform/postgres/database.ts';
import { asciiRow } from '../platform/postgres/row.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';
import type { DateRange } from './date-range-rules.ts';

export interface NewClosure extends DateRange {
  /** null: all sessions. */
  sessionIds: readonly string[] | null;
  reason: string | null;
  actorId: string;
}

export interface Closure extends DateRange {
  id: string;
  sessionIds: string[] | null;
  reason: string | null;
  /** Name of the user who closed it. */
  by: string;
  timestamp: string;
  /** Number of orders in it that are not sprayed yet. */
  openOrders: number;
}

/** Whether the sessions of a closure or an absence include this one. */
export const includesSession = (row: string, sessionId: string): string =>
  `(${row}.session_ids is null or ${sessionId} = any(${row}.session_ids))`;

const columns = `c.id, c.from_date, c.to_date, array_to_string(c.session_ids, ','), c.reason, u.full_name,
  to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const openOrders = `(select count(*) from spray_order o
    where o.date between c.from_date and c.to_date and ${includesSession('c', 'o.session_id')}
      and o.order_status in ('pending', 'confirmed', 'assigned'))`;

function toClosure([id, from, to, sessions, reason, by, timestamp, openOrders]: Row): Closure {
  return {
    id: String(id),
    from: String(from),
    to: String(to),
    sessionIds: sessions === null || sessions === undefined ? null : String(sessions).split(','),
    reason: reason ?? null,
    by: String(by),
    timestamp: String(timestamp),
    openOrders: Number(openOrders),
  };
}

const lockStatement = statement('lock_closures', 'select pg_advisory_xact_lock(773628405)');

const insertStatement = statement(
  'insert_closure',
  'insert into closure (from_date, to_date, session_ids, reason, actor_id, created_at) values ($1, $2, $3::bigint[], $4, $5, $6) returning id',
);

// In the order in which bookings lock places (orders/place.ts).
const closeStatement = statement(
  'close_session_days',
  `insert into session_day as d (date, session_id, taken, closures)
   select day::date, s.id, 0, 1
     from generate_series($1::date, $2::date, interval '1 day') day cross join spray_session s
    where $3::bigint[] is null or s.id = any($3)
    order by 1, 2
   on conflict (date, session_id) do update set closures = d.closures + 1`,
);

/** Waits for transactions that are booking, and blocks later bookings until the commit. */
export async function insertClosure(tx: Tx, closure: NewClosure, now: Date): Promise<string> {
  const { from, to, sessionIds, reason, actorId } = closure;
  await tx.rows(lockStatement);
  const [row] = await tx.rows(insertStatement, [from, to, sessionIds, reason, actorId, now.toISOString()]);
  await tx.rows(closeStatement, [from, to, sessionIds]);
  return String(row?.[0]);
}

const deleteStatement = statement(
  'delete_closure',
  "delete from closure where id = $1 returning from_date, to_date, array_to_string(session_ids, ','), reason",
);

const openStatement = statement(
  'open_session_days',
  `with locked as (
     select date, session_id from session_day
      where date between $1 and $2 and ($3::bigint[] is null or session_id = any($3))
      order by date, session_id for no key update
   )
   update session_day d set closures = greatest(d.closures - 1, 0) from locked l where d.date = l.date and d.session_id = l.session_id`,
);

/** The closure that was removed; undefined: there is none. */
export async function deleteClosure(tx: Tx, id: string): Promise<Omit<NewClosure, 'actorId'> | undefined> {
  await tx.rows(lockStatement);
  const [row] = await tx.rows(deleteStatement, [id]);
  if (row === undefined) return undefined;
  const [from, to, sessions, reason] = row;
  const sessionIds = sessions === null || sessions === undefined ? null : String(sessions).split(',');
  await tx.rows(openStatement, [from as string, to as string, sessionIds]);
  return { from: String(from), to: String(to), sessionIds, reason: reason ?? null };
}

const findStatement = statement(
  'find_closure',
  `select ${columns}, ${openOrders} from closure c join app_user u on u.id = c.actor_id where c.id = $1`,
);

export async function findClosure(db: Db, id: string): Promise<Closure | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row === undefined ? undefined : toClosure(row);
}

const countStatement = statement('count_closures', 'select count(*) from closure where to_date >= $1 and from_date <= $2', { short: true });

export async function countClosures(db: Db, { from, to }: DateRange): Promise<number> {
  return Number((await db.rows(countStatement, [from, to]))[0]?.[0]);
}

/** Closures that overlap the range, next one first; with the number of their open orders on request, otherwise 0. */
export async function listClosures(
  db: Db,
  { from, to }: DateRange,
  withOrders: boolean,
  limit: number,
  offset: number,
): Promise<Closure[]> {
  const build = (limitClause: string) =>
    `select ${columns}, ${withOrders ? openOrders : '0'} from closure c join app_user u on u.id = c.actor_id
      where c.to_date >= $1 and c.from_date <= $2 order by c.from_date, c.id ${limitClause}`;
  return (await db.rows(pageStatement(withOrders ? 'closures with orders' : 'closures', [], limit, offset, build), [from, to])).map(
    toClosure,
  );
}

const reasonStatement = statement(
  'closure_reason',
  `select c.reason from closure c
    where c.to_date >= $1::date and c.from_date <= $1::date and ${includesSession('c', '$2::bigint')} order by c.reason nulls last, c.id limit 1`,
);

/** undefined: the session is not closed on that date. */
export async function findClosureReason(db: Db, date: string, sessionId: string): Promise<{ reason: string | null } | undefined> {
  const [row] = await db.rows(reasonStatement, [date, sessionId]);
  return row === undefined ? undefined : { reason: row[0] ?? null };
}

export interface SessionDay {
  taken: number;
  closed: boolean;
}

const daysStatement = statement(
  'session_days',
  'select date, session_id, taken, closures > 0 from session_day where date between $1 and $2',
  { short: true },
);

/** Rows for `toSessionDays`. */
export function readSessionDayRows(db: Db, { from, to }: DateRange): Promise<RawRow[]> {
  return db.rawRows(daysStatement, [from, to]);
}

/** By `date sessionId`. A session without an entry is open and has no orders. */
export function toSessionDays(rows: readonly RawRow[]): Map<string, SessionDay> {
  const days = new Map<string, SessionDay>();
  for (const row of rows) {
    const [date, sessionId, taken, closed] = asciiRow(row);
    days.set(`${date} ${sessionId}`, { taken: Number(taken), closed: closed === 't' });
  }
  return days;
}

export async function readSessionDays(db: Db, range: DateRange): Promise<Map<string, SessionDay>> {
  return toSessionDays(await readSessionDayRows(db, range));
}
