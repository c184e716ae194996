import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { isOffice } from './act-on-order.ts';
import type { Actor } from './order.ts';

const unitsStatement = statement(
  'units_of_orders',
  `select o.id, o.area_unit from spray_order o
    where o.id = any($1) and ($2::boolean or o.farmer_id = $3 or exists (select from crew_member m where m.order_id = o.id and m.sprayer_id = $3))
    order by o.id`,
);

/** The stored units of those orders that the user may see. */
export function listOrderUnits(db: Db, orderIds: readonly string[], user: Actor): Promise<Row[]> {
  return db.rows(unitsStatement, [orderIds as string[], isOffice(user), user.id]);
}
