import { userColumns } from '../accounts/user.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

export interface NewBookingRequest {
  farmerId: string;
  date: string;
  sessionId: string;
  location: string;
  latitude: number;
  longitude: number;
  cropId: string;
  area: number;
}

const utcText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const columns = `b.id, ${utcText('b.created_at')}, ${userColumns('f')}, b.date, b.session_id, b.location, b.latitude, b.longitude, b.crop_id, b.area`;
const joins = 'booking_request b join app_user f on f.id = b.farmer_id';

const countOfFarmerStatement = statement(
  'count_requests_of_farmer',
  'select count(*) from booking_request where farmer_id = $1 and closed_at is null',
);

/** The farmer must be locked, so that concurrent requests are counted one after the other. */
export async function countOpenRequestsOf(tx: Tx, farmerId: string): Promise<number> {
  return Number((await tx.rows(countOfFarmerStatement, [farmerId]))[0]?.[0]);
}

const insertStatement = statement(
  'insert_booking_request',
  `insert into booking_request (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9) returning id`,
);
const findStatement = statement('find_booking_request', `select ${columns} from ${joins} where b.id = $1`);

export async function insertRequest(tx: Tx, request: NewBookingRequest, now: Date): Promise<Row> {
  const { farmerId, date, sessionId, location, latitude, longitude, cropId, area } = request;
  const values = [farmerId, date, sessionId, location, latitude, longitude, cropId, String(area), now.toISOString()];
  const [row] = await tx.rows(insertStatement, values);
  return (await tx.rows(findStatement, [String(row?.[0])]))[0] as Row;
}

const closeStatement = statement(
  'close_booking_request',
  'update booking_request set closed_at = coalesce(closed_at, $2), closer_id = coalesce(closer_id, $3) where id = $1',
);

/** Idempotent. undefined: there is no such request. */
export async function closeRequest(tx: Tx, id: string, closerId: string, now: Date): Promise<Row | undefined> {
  await tx.rows(closeStatement, [id, now.toISOString(), closerId]);
  return (await tx.rows(findStatement, [id]))[0];
}

export const requestSortColumns: Record<string, string> = { id: 'b.id', date: 'b.date', area: 'b.area' };

const countStatement = statement('count_open_requests', 'select count(*) from booking_request where closed_at is null');

export async function countOpenRequests(db: Db): Promise<number> {
  return Number((await db.rows(countStatement))[0]?.[0]);
}

/** Open requests; default sort: oldest first. */
export function listOpenRequests(db: Db, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, requestSortColumns, 'b.id', 'b.id');
  const build = () => `select ${columns} from ${joins} where b.closed_at is null order by ${order} limit $1 offset $2`;
  return db.rows(listStatement('open booking requests', sort, build), [limit, offset]);
}
