import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

const insertStatement = statement('insert_objection', 'insert into objection (order_id, text, created_at) values ($1, $2, $3)');

export async function insertObjection(tx: Tx, orderId: string, text: string, now: Date): Promise<void> {
  await tx.rows(insertStatement, [orderId, text, now.toISOString()]);
}

export const objectionSortColumns: Record<string, string> = { id: 'b.id' };

const countStatement = statement('count_objections', 'select count(*) from objection where order_id = $1');

export async function countObjections(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

const utcText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Default sort: newest first. */
export function listObjections(db: Db, orderId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, objectionSortColumns, 'b.id desc', 'b.id');
  const build = () =>
    `select b.id, ${utcText('b.created_at')}, b.text, ${utcText('b.resolved_at')}, u.full_name, b.answer
       from objection b left join app_user u on u.id = b.resolver_id where b.order_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('objections', sort, build), [orderId, limit, offset]);
}
