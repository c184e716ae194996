import type { Db, Row } from '../platform/postgres/database.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `b.id, b.state, b.reason, ${instant('b.created_at')}, u.full_name, ${instant('b.applied_at')}, ${instant('b.undone_at')},
  b.replaced_by, s.orders, s.unplaced, s.cost, s.accepted, s.changed, s.cancelled, s.unanswered`;
const sums = `cross join lateral (
  select count(*) as orders, count(*) filter (where r.to_date is null) as unplaced,
         coalesce(sum(r.delay_cost + r.half_day_cost + r.weather_cost + r.crew_cost + r.not_placed_cost), 0) as cost,
         count(*) filter (where r.answer = 'accepted') as accepted, count(*) filter (where r.answer = 'changed') as changed,
         count(*) filter (where r.answer = 'cancelled') as cancelled,
         count(*) filter (where r.answer is null and r.after_status is not null) as unanswered
    from rebooking_row r where r.rebooking_id = b.id) s`;

const findStatement = statement(
  'find_rebooking',
  `select ${columns} from rebooking b join app_user u on u.id = b.actor_id ${sums} where b.id = $1`,
);

export async function findRebooking(db: Db, id: string): Promise<Row | undefined> {
  return (await db.rows(findStatement, [id]))[0];
}

const countStatement = statement('count_rebookings', 'select count(*) from rebooking', { short: true });

export async function countRebookings(db: Db): Promise<number> {
  return Number((await db.rows(countStatement))[0]?.[0]);
}

/** Newest first. */
export function listRebookings(db: Db, limit: number, offset: number): Promise<Row[]> {
  const build = (limits: string) =>
    `select ${columns} from (select * from rebooking order by id desc ${limits}) b join app_user u on u.id = b.actor_id ${sums} order by b.id desc`;
  return db.rows(pageStatement('rebookings', [], limit, offset, build));
}

const rowColumns = `r.order_id, f.id, f.full_name, coalesce(f.phone_number, ''), f.email is not null and f.active and f.mail_notifications,
  o.location, o.latitude, o.longitude, r.before_date, r.before_session_id, r.to_date, r.to_session_id, r.verdict, r.unplaced_reason,
  r.delay_cost, r.half_day_cost, r.weather_cost, r.crew_cost, r.not_placed_cost, r.answer, ${instant('r.answered_at')},
  o.order_status, o.date, o.session_id, r.before_status,
  coalesce((select string_agg(s.full_name, ', ' order by s.id) from app_user s where s.id = any(r.before_crew)), '')`;
const rowJoins = 'join spray_order o on o.id = r.order_id join app_user f on f.id = o.farmer_id';
/** Orders without a new place first, because the office has to act on them. */
const rowOrder = 'r.to_date is not null, r.before_date, r.before_session_id, r.order_id';

const countRowsStatement = statement('count_rebooking_rows', 'select count(*) from rebooking_row where rebooking_id = $1', { short: true });

export async function countRows(db: Db, id: string): Promise<number> {
  return Number((await db.rows(countRowsStatement, [id]))[0]?.[0]);
}

export function listRows(db: Db, id: string, limit: number, offset: number): Promise<Row[]> {
  const build = (limits: string) =>
    `select ${rowColumns} from (select * from rebooking_row r where r.rebooking_id = $1 order by ${rowOrder} ${limits}) r ${rowJoins} order by ${rowOrder}`;
  return db.rows(pageStatement('rows of a rebooking', [], limit, offset, build), [id]);
}

const findRowStatement = statement(
  'find_rebooking_row',
  `select ${rowColumns} from rebooking_row r ${rowJoins} where r.rebooking_id = $1 and r.order_id = $2`,
);

export async function findRow(db: Db, id: string, orderId: string): Promise<Row | undefined> {
  return (await db.rows(findRowStatement, [id, orderId]))[0];
}
