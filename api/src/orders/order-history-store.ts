import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

/** What only the office reads: a ban concerns the farmer or the crew. */
const hidden = "h.action <> 'ban_override'";

const countStatement = statement('count_history', 'select count(*) from order_history where order_id = $1');
const countShownStatement = statement('count_shown_history', `select count(*) from order_history h where h.order_id = $1 and ${hidden}`);

export const historySortColumns: Record<string, string> = { id: 'h.id' };

export async function countHistory(db: Db, orderId: string, isOffice: boolean): Promise<number> {
  return Number((await db.rows(isOffice ? countStatement : countShownStatement, [orderId]))[0]?.[0]);
}

/** Default sort: oldest first. */
export function listHistory(db: Db, orderId: string, isOffice: boolean, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, historySortColumns, 'h.id', 'h.id');
  const build = () =>
    `select h.id, to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), h.action, h.from_status, h.to_status, u.full_name, u.role, h.reason
       from order_history h left join app_user u on u.id = h.actor_id where h.order_id = $1${isOffice ? '' : ` and ${hidden}`} order by ${order} limit $2 offset $3`;
  return db.rows(listStatement(isOffice ? 'history' : 'shown history', sort, build), [orderId, limit, offset]);
}
