import { orderSnapshot } from '../orders/event-store.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';

const eventStatement = statement(
  'insert_interval_event',
  `insert into outbox_event (at, type, order_id, actor_id, people, note, snapshot)
   select $2::timestamptz, 'spray_intervals', o.id, null, '{}', $3, ${orderSnapshot('o')} from spray_order o where o.id = $1`,
);

/** Notifies the farmer. `note`: the times on the company's calendar, as the message needs them. */
export async function insertIntervalEvent(tx: Tx, orderId: string, note: string, now: Date): Promise<void> {
  await tx.rows(eventStatement, [orderId, now.toISOString(), note]);
}

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// In the order of the fields of IntervalSchema.
const columns = `r.id, r.order_id, r.field_id, o.location, ${utc('r.re_entry_at')}, r.harvest_from, r.intervals_unknown`;
const isRunning = 'r.farmer_id = $1 and (r.re_entry_at > $2::timestamptz or r.harvest_from > $3::date or r.intervals_unknown)';

const countStatement = statement('count_spray_intervals', `select count(*) from spray_record r where ${isRunning}`);

/** Records of a farmer whose intervals have not ended. `today`: the company's date. */
export async function countIntervals(db: Db, farmerId: string, now: Date, today: string): Promise<number> {
  return Number((await db.rows(countStatement, [farmerId, now.toISOString(), today]))[0]?.[0]);
}

/** Newest record first. */
export function listIntervals(db: Db, farmerId: string, now: Date, today: string, limit: number, offset: number): Promise<Row[]> {
  const build = (limitClause: string) =>
    `select ${columns} from spray_record r join spray_order o on o.id = r.order_id where ${isRunning} order by r.id desc ${limitClause}`;
  return db.rows(pageStatement('spray intervals', [], limit, offset, build), [farmerId, now.toISOString(), today]);
}

export interface PlannedVisit {
  farmerId: string;
  location: string;
  latitude: number;
  longitude: number;
  /** Begin of the planned work. */
  startsAt: Date;
  harvestDate: string | undefined;
}

const sameFieldMeters = 50;
const metersPerDegree = 111_320;

// The same place by its name, or within 50 metres: at this distance the Earth is flat.
const brokenStatement = statement(
  'broken_spray_intervals',
  `select ${columns}, coalesce(r.re_entry_at > $5::timestamptz, false), coalesce(r.harvest_from > $6::date, false)
     from spray_record r join spray_order o on o.id = r.order_id
    where r.farmer_id = $1 and (r.re_entry_at > $5::timestamptz or r.harvest_from > $6::date or r.intervals_unknown)
      and (lower(trim(o.location)) = lower(trim($2))
           or power(o.latitude - $3::float8, 2) + power((o.longitude - $4::float8) * cos(radians($3::float8)), 2) <= ${(sameFieldMeters / metersPerDegree) ** 2})
    order by r.id desc limit 10`,
);

/** Intervals of the same place that a visit or a harvest would break. */
export function listBrokenIntervals(db: Db, visit: PlannedVisit): Promise<Row[]> {
  const { farmerId, location, latitude, longitude, startsAt, harvestDate } = visit;
  return db.rows(brokenStatement, [farmerId, location, latitude, longitude, startsAt.toISOString(), harvestDate ?? null]);
}
