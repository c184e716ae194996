import type { Language } from '../catalog/catalog-words.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Role } from '../platform/http/auth.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { cancelledDays, maxEvents } from './calendar-rules.ts';

const saveStatement = statement(
  'save_calendar_feed',
  `insert into calendar_feed (user_id, hash, role, created_at) values ($1, $2, $3, $4)
   on conflict (user_id) do update set hash = excluded.hash, role = excluded.role, created_at = excluded.created_at`,
);

/** Replaces the earlier address of the user. */
export async function saveFeed(db: Db, userId: string, hash: Buffer, role: Role, now: Date): Promise<void> {
  await db.rows(saveStatement, [userId, hash, role, now.toISOString()]);
}

const deleteStatement = statement('delete_calendar_feed', 'delete from calendar_feed where user_id = $1');

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.rows(deleteStatement, [userId]);
}

const createdStatement = statement(
  'find_calendar_feed',
  `select to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     from calendar_feed f join app_user u on u.id = f.user_id and u.role = f.role where f.user_id = $1`,
);

/** When the address of the user was created; undefined: there is none. */
export async function findFeedCreation(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.rows(createdStatement, [userId]);
  return row === undefined ? undefined : String(row[0]);
}

export interface FeedOwner {
  id: string;
  role: Role;
  language: Language;
}

const ownerStatement = statement(
  'find_calendar_feed_owner',
  `select u.id, u.role, u.language from calendar_feed f join app_user u on u.id = f.user_id
    where f.hash = $1 and u.active and u.role = f.role`,
);

export async function findFeedOwner(db: Db, hash: Buffer): Promise<FeedOwner | undefined> {
  const [row] = await db.rows(ownerStatement, [hash]);
  return row === undefined ? undefined : { id: String(row[0]), role: row[1] as Role, language: row[2] === 'en' ? 'en' : 'vi' };
}

export interface CalendarOrder {
  id: string;
  version: number;
  date: string;
  sessionId: string;
  location: string;
  latitude: number;
  longitude: number;
  cropId: string;
  area: string;
  areaUnit: string | null;
  status: OrderStatus;
  farmerName: string;
  farmerPhone: string | null;
  /** Empty: no crew is assigned. */
  crew: string;
  changedAt: Date;
}

const columns = `o.id, o.version, o.date, o.session_id, o.location, o.latitude, o.longitude, o.crop_id, o.area, o.order_status,
  f.full_name, f.phone_number,
  (select string_agg(s.full_name, ', ' order by s.sort_name) from crew_member m join app_user s on s.id = m.sprayer_id where m.order_id = o.id),
  extract(epoch from coalesce((select h.at from order_history h where h.order_id = o.id order by h.id desc limit 1), o.created_at)) * 1000, o.area_unit`;

const isShown = `(o.order_status <> 'cancelled' or exists (
  select 1 from order_history h where h.order_id = o.id and h.to_status = 'cancelled'
     and h.at > $3::timestamptz - interval '${cancelledDays} days'))`;

const ordered = `order by o.date, o.session_id, o.id limit ${maxEvents}`;

const ofFarmerStatement = statement(
  'calendar_of_farmer',
  `select ${columns} from spray_order o join app_user f on f.id = o.farmer_id
    where o.farmer_id = $4 and o.closed in (false, true) and o.date between $1 and $2 and ${isShown} ${ordered}`,
);
const ofSprayerStatement = statement(
  'calendar_of_sprayer',
  `select ${columns} from crew_member c join spray_order o on o.id = c.order_id join app_user f on f.id = o.farmer_id
    where c.sprayer_id = $4 and c.closed in (false, true) and c.date between $1 and $2 and ${isShown} ${ordered}`,
);
const ofOfficeStatement = statement(
  'calendar_of_office',
  `select ${columns} from spray_order o join app_user f on f.id = o.farmer_id
    where o.date between $1 and $2 and ${isShown} ${ordered}`,
);

/** The orders of a calendar, by date. One statement, whatever their number. */
export async function listCalendarOrders(
  db: Db,
  { id, role }: Pick<FeedOwner, 'id' | 'role'>,
  range: { from: string; to: string },
  now: Date,
): Promise<CalendarOrder[]> {
  const values = [range.from, range.to, now.toISOString()];
  if (role === 'farmer') return (await db.rows(ofFarmerStatement, [...values, id])).map(toOrder);
  if (role === 'sprayer') return (await db.rows(ofSprayerStatement, [...values, id])).map(toOrder);
  return (await db.rows(ofOfficeStatement, values)).map(toOrder);
}

function toOrder(row: Row): CalendarOrder {
  const [
    id,
    version,
    date,
    sessionId,
    location,
    latitude,
    longitude,
    cropId,
    area,
    status,
    farmerName,
    farmerPhone,
    crew,
    changedAt,
    areaUnit = null,
  ] = row;
  return {
    id: String(id),
    version: Number(version),
    date: String(date),
    sessionId: String(sessionId),
    location: String(location),
    latitude: Number(latitude),
    longitude: Number(longitude),
    cropId: String(cropId),
    area: String(area),
    areaUnit,
    status: status as OrderStatus,
    farmerName: String(farmerName),
    farmerPhone: farmerPhone ?? null,
    crew: crew ?? '',
    changedAt: new Date(Number(changedAt)),
  };
}
