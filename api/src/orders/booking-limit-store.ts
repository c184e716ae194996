import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

// `tally` is a view of materialised counters.
const findStatement = statement(
  'find_booking_limit',
  `select u.open_booking_limit, k.open_booking_limit,
          (select coalesce(sum(size), 0) from tally
            where list = 'farmer orders' and owner_id = u.id and status in ('pending', 'confirmed', 'assigned', 'in_progress'))
     from app_user u cross join company k where u.id = $1 and u.role = 'farmer'`,
);

/** Columns: the farmer's own limit, the company's limit, the number of open bookings. undefined: there is no such farmer. */
export async function findBookingLimit(db: Db, farmerId: string): Promise<Row | undefined> {
  return (await db.rows(findStatement, [farmerId]))[0];
}

const lockStatement = statement(
  'lock_booking_limit',
  "select open_booking_limit from app_user where id = $1 and role = 'farmer' for no key update",
);

/** undefined: there is no such farmer. A null limit: the company's limit applies. */
export async function lockBookingLimit(tx: Tx, farmerId: string): Promise<{ limit: number | null } | undefined> {
  const [row] = await tx.rows(lockStatement, [farmerId]);
  return row === undefined ? undefined : { limit: row[0] === null || row[0] === undefined ? null : Number(row[0]) };
}

const saveStatement = statement('save_booking_limit', 'update app_user set open_booking_limit = $2 where id = $1');

export async function saveBookingLimit(tx: Tx, farmerId: string, limit: number | null): Promise<void> {
  await tx.rows(saveStatement, [farmerId, limit]);
}
