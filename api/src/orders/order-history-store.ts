import type { Db } from '../platform/db.ts';
import { statement } from '../platform/sql.ts';

const countStatement = statement('count_history', 'select count(*) from order_history where order_id = $1');
const listStatement = statement(
  'list_history',
  `select h.id, to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), h.action, h.from_status, h.to_status, u.full_name, u.role, h.reason
     from order_history h left join app_user u on u.id = h.actor_id where h.order_id = $1 order by h.id limit $2 offset $3`,
);

export async function countHistory(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

export function listHistory(db: Db, orderId: string, limit: number, offset: number) {
  return db.rows(listStatement, [orderId, limit, offset]);
}
