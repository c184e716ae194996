import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

// In the order of the fields of OrderPriceSchema.
const pricesStatement = statement(
  'adjusted_prices_of_orders',
  `select id, cost, adjustment, cost + adjustment from spray_order
    where id = any($1) and adjustment <> 0 and ($2::bigint is null or farmer_id = $2) order by id`,
);

/** The prices of those orders that were adjusted after the booking; of one farmer, or of all. */
export function listAdjustedPrices(db: Db, orderIds: readonly string[], farmerId: string | null): Promise<Row[]> {
  return db.rows(pricesStatement, [orderIds as string[], farmerId]);
}
