import type { LastStart } from '../orders/order-rules.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { NotSprayedReason } from './not-sprayed-rules.ts';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export interface NewNotSprayed {
  orderId: string;
  date: string;
  sessionId: string;
  reason: NotSprayedReason;
  note: string | null;
  actorId: string;
  at: Date;
}

const insertStatement = statement(
  'insert_not_sprayed',
  'insert into not_sprayed (order_id, date, session_id, reason, note, actor_id, at, noted_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
);

export async function insertNotSprayed(tx: Tx, visit: NewNotSprayed, now: Date): Promise<void> {
  const { orderId, date, sessionId, reason, note, actorId, at } = visit;
  await tx.rows(insertStatement, [orderId, date, sessionId, reason, note, actorId, at.toISOString(), now.toISOString()]);
}

const hasFormerCrewStatement = statement(
  'was_not_sprayed_by_crew',
  `select 1 from spray_order o join not_sprayed n on n.order_id = o.id and n.date = o.date and n.session_id = o.session_id
     join former_crew_member f on f.order_id = o.id
    where o.id = $1 and f.sprayer_id = $2 and o.order_status = 'confirmed' limit 1`,
);

/** Whether the visit of this former crew member is already marked as not sprayed, and the office has not moved the order yet. */
export async function isMarkedNotSprayed(db: Db, orderId: string, sprayerId: string): Promise<boolean> {
  return (await db.rows(hasFormerCrewStatement, [orderId, sprayerId])).length > 0;
}

export const notSprayedSortColumns: Record<string, string> = { id: 'n.id' };

const countStatement = statement('count_not_sprayed', 'select count(*) from not_sprayed where order_id = $1');

export async function countNotSprayed(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

/** Default sort: newest first. In the order of the fields of NotSprayedSchema. */
export function listNotSprayed(db: Db, orderId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, notSprayedSortColumns, 'n.id desc', 'n.id');
  const build = () =>
    `select n.id, n.date, n.session_id, n.reason, n.note, u.full_name, ${time('n.at')}, ${time('n.noted_at')}
       from not_sprayed n join app_user u on u.id = n.actor_id where n.order_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('not sprayed', sort, build), [orderId, limit, offset]);
}

const lastStartStatement = statement(
  'last_start',
  `select actor_id, extract(epoch from at) * 1000 from order_history where order_id = $1 and action = 'start' order by id desc limit 1`,
);

export async function findLastStart(tx: Tx, orderId: string): Promise<LastStart | undefined> {
  const [row] = await tx.rows(lastStartStatement, [orderId]);
  return row === undefined ? undefined : { actorId: row[0] ?? null, at: new Date(Number(row[1])) };
}

const forgetStatement = statement('delete_start_weather', 'delete from start_weather where order_id = $1');

/** The weather of a start that does not count any more. Its entries in history and audit trail stay. */
export async function deleteStartWeather(tx: Tx, orderId: string): Promise<void> {
  await tx.rows(forgetStatement, [orderId]);
}
