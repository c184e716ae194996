import { type Company, companyColumns, type SpraySession, toCompany } from '../catalog/catalog-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { WallTime } from '../platform/time/clock.ts';

export const cropSortColumns: Record<string, string> = { id: 'c.id', name: 'sort_name_of(c.name)', price: 'c.price', active: 'c.active' };
export const sessionSortColumns: Record<string, string> = {
  id: 's.id',
  startTime: 's.start_time',
  endTime: 's.end_time',
  capacity: 's.capacity',
  active: 's.active',
};

const countCropsStatement = statement('count_crops', 'select count(*) from crop');

export async function countCrops(db: Db): Promise<number> {
  return Number((await db.rows(countCropsStatement))[0]?.[0]);
}

const cropColumns = 'c.id, c.name, c.price, c.active';

export function listCrops(db: Db, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, cropSortColumns, 'c.id', 'c.id');
  const build = () => `select ${cropColumns} from crop c order by ${order} limit $1 offset $2`;
  return db.rows(listStatement('admin crops', sort, build), [limit, offset]);
}

export interface PricedCrop {
  name: string;
  /** Exact decimal text. */
  price: string;
  active: boolean;
}

const insertCropStatement = statement(
  'insert_crop',
  `insert into crop as c (name, price, active) values ($1, $2::numeric, $3) returning ${cropColumns}`,
);

/** Violates the constraint crop_name_key if the name exists. */
export async function insertCrop(tx: Tx, { name, price, active }: PricedCrop): Promise<Row> {
  return (await tx.rows(insertCropStatement, [name, price, active]))[0] as Row;
}

const lockCropStatement = statement('lock_crop', 'select name, price, active from crop where id = $1 for no key update');

export async function lockCrop(tx: Tx, id: string): Promise<PricedCrop | undefined> {
  const [row] = await tx.rows(lockCropStatement, [id]);
  return row === undefined ? undefined : { name: String(row[0]), price: String(row[1]), active: row[2] === 't' };
}

const saveCropStatement = statement(
  'save_crop',
  `update crop c set name = $2, price = $3::numeric, active = $4 where c.id = $1 returning ${cropColumns}`,
);

export async function saveCrop(tx: Tx, id: string, { name, price, active }: PricedCrop): Promise<Row> {
  return (await tx.rows(saveCropStatement, [id, name, price, active]))[0] as Row;
}

const countSessionsStatement = statement('count_sessions', 'select count(*) from spray_session');

export async function countSessions(db: Db): Promise<number> {
  return Number((await db.rows(countSessionsStatement))[0]?.[0]);
}

const sessionColumns = 's.id, s.start_time, s.end_time, s.capacity, s.max_area, s.active';

const toSession = ([id, startTime, endTime, capacity, maxArea, active]: Row): SpraySession => ({
  id: String(id),
  startTime: String(startTime),
  endTime: String(endTime),
  capacity: Number(capacity),
  maxArea: maxArea === null || maxArea === undefined ? null : Number(maxArea),
  active: active === 't',
});

export async function listSessions(db: Db, sort: Sort[], limit: number, offset: number): Promise<SpraySession[]> {
  const order = orderBy(sort, sessionSortColumns, 's.start_time, s.id', 's.id');
  const build = () => `select ${sessionColumns} from spray_session s order by ${order} limit $1 offset $2`;
  return (await db.rows(listStatement('admin sessions', sort, build), [limit, offset])).map(toSession);
}

type SessionValues = Omit<SpraySession, 'id'>;

const insertSessionStatement = statement(
  'insert_session',
  `insert into spray_session as s (start_time, end_time, capacity, active, max_area) values ($1, $2, $3, $4, $5) returning ${sessionColumns}`,
);

/** Violates the constraint spray_session_no_overlap if it overlaps another active session. */
export async function insertSession(tx: Tx, { startTime, endTime, capacity, active, maxArea }: SessionValues): Promise<SpraySession> {
  return toSession((await tx.rows(insertSessionStatement, [startTime, endTime, capacity, active, maxArea]))[0] as Row);
}

// Bookings hold a share lock on this row until they commit, so this lock and bookings wait for each other.
const lockSessionStatement = statement('lock_session', `select ${sessionColumns} from spray_session s where s.id = $1 for update`);

export async function lockSession(tx: Tx, id: string): Promise<SpraySession | undefined> {
  const [row] = await tx.rows(lockSessionStatement, [id]);
  return row === undefined ? undefined : toSession(row);
}

const saveSessionStatement = statement(
  'save_session',
  'update spray_session set start_time = $2, end_time = $3, capacity = $4, active = $5, max_area = $6 where id = $1',
);

export async function saveSession(tx: Tx, { id, startTime, endTime, capacity, active, maxArea }: SpraySession): Promise<void> {
  await tx.rows(saveSessionStatement, [id, startTime, endTime, capacity, active, maxArea]);
}

const openOrdersStatement = statement(
  'open_orders_of_session',
  'select count(*) from spray_order where session_id = $1 and date >= $2 and not closed',
);

export async function countOpenOrders(tx: Tx, sessionId: string, today: string): Promise<number> {
  return Number((await tx.rows(openOrdersStatement, [sessionId, today]))[0]?.[0]);
}

const lockCompanyStatement = statement('lock_company', `select ${companyColumns} from company for update`);

export async function lockCompany(tx: Tx): Promise<Company> {
  const [row] = await tx.rows(lockCompanyStatement);
  return toCompany(row as Row);
}

const saveCompanyStatement = statement(
  'save_company',
  `update company set name = $1, area_unit = $2, currency = $3, currency_digits = $4, time_zone = $5, locale = $6,
          address = $7, tax_code = $8, phone_number = $9, email = $10, open_booking_limit = $11, rebooking_days = $12,
          former_area_units = $13, objection_days = $14`,
);

export async function saveCompany(tx: Tx, company: Company): Promise<void> {
  const { name, areaUnit, currency, currencyDigits, timeZone, locale, address, taxCode, phoneNumber, email } = company;
  const values = [name, areaUnit, currency, currencyDigits, timeZone, locale, address, taxCode, phoneNumber, email];
  const limits = [company.openBookingLimit, company.rebookingDays, company.formerAreaUnits, company.objectionDays];
  await tx.rows(saveCompanyStatement, [...values, ...limits]);
}

const wallTimesStatement = statement(
  'wall_times',
  `select to_char(at at time zone z.name, 'YYYY-MM-DD'), to_char(at at time zone z.name, 'HH24:MI:SS')
     from pg_timezone_names z, unnest($2::timestamptz[]) with ordinality i (at, position)
    where z.name = $1 order by position`,
);

/** Local times at these instants according to PostgreSQL; empty if it does not know the zone. */
export async function readWallTimes(tx: Tx, timeZone: string, instants: Date[]): Promise<WallTime[]> {
  const rows = await tx.rows(wallTimesStatement, [timeZone, instants.map((instant) => instant.toISOString())]);
  return rows.map(([date, time]) => ({ date: String(date), time: String(time) }));
}

const lockOrdersStatement = statement('lock_orders_table', 'lock table spray_order in share mode');
const anyOrderStatement = statement('any_order', 'select 1 from spray_order limit 1');

/** Whether an order exists. If not, prevents new orders until the transaction ends. */
export async function hasOrders(tx: Tx): Promise<boolean> {
  if ((await tx.rows(anyOrderStatement)).length > 0) return true;
  await tx.rows(lockOrdersStatement);
  return (await tx.rows(anyOrderStatement)).length > 0;
}

const lockRequestsStatement = statement('lock_area_requests', 'lock table waiting_entry, booking_request in share mode');
const anyRequestStatement = statement(
  'any_area_request',
  'select 1 where exists (select from waiting_entry) or exists (select from booking_request)',
);

/** Whether an order, waiting entry or booking request has an area in the company's unit. If not, prevents new ones until the transaction ends. */
export async function hasAreas(tx: Tx): Promise<boolean> {
  if (await hasOrders(tx)) return true;
  await tx.rows(lockRequestsStatement);
  return (await tx.rows(anyRequestStatement)).length > 0;
}
