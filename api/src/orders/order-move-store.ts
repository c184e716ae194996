import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const countStatement = statement('count_moves', 'select count(*) from order_history where order_id = $1 and to_date is not null');

export async function countMoves(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

const listStatement = statement(
  'list_moves',
  `select id, from_date, from_session_id, to_date, to_session_id from order_history
    where order_id = $1 and to_date is not null order by id limit $2 offset $3`,
);

/** Oldest first. */
export function listMoves(db: Db, orderId: string, limit: number, offset: number): Promise<Row[]> {
  return db.rows(listStatement, [orderId, limit, offset]);
}
