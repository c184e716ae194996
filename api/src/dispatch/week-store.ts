import { nameBegins, numberBegins, searchRank } from '../accounts/person-search-store.ts';
import { userColumns } from '../accounts/user.ts';
import { orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Value } from '../platform/postgres/database.ts';
import { listStatement, looseStatement, orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';
import { nullableSprayerSorts, sprayerSortColumns } from './dispatch-store.ts';

// Includes deactivated sprayers who still have orders that week, so that the office can assign these to others.
const atWork = `u.role = 'sprayer' and (u.active or exists (
    select from crew_member m where m.sprayer_id = u.id and m.date between $1 and $2 and m.order_status <> 'cancelled'))`;

const countStatement = statement('count_sprayers_at_work', `select count(*) from app_user u where ${atWork}`);

export interface SprayerFilter {
  monday: string;
  sunday: string;
  /** Prefixes of words in name and e-mail address. */
  search: string | undefined;
  /** The search as prefixes of phone numbers, if it looks like one. */
  phonePrefixes: readonly string[];
}

function matching({ monday, sunday, search = '', phonePrefixes }: SprayerFilter): { text: string; values: Value[] } {
  const values: Value[] = [monday, sunday, search];
  const matches = ['u.found_by @@ words_begun($3)', ...numberBegins(phonePrefixes, values)];
  return { text: `${atWork} and (${matches.join(' or ')})`, values };
}

export async function countSprayersAtWork(db: Db, filter: SprayerFilter): Promise<number> {
  if (filter.search === undefined) return Number((await db.rows(countStatement, [filter.monday, filter.sunday]))[0]?.[0]);
  const { text, values } = matching(filter);
  return Number((await db.rows(looseStatement(`select count(*) from app_user u where ${text}`), values))[0]?.[0]);
}

export function listSprayersAtWork(db: Db, filter: SprayerFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  if (filter.search === undefined) {
    const order = orderBy(sort, sprayerSortColumns, 'u.sort_name, u.id', 'u.id', nullableSprayerSorts);
    const build = () => `select ${userColumns('u')} from app_user u where ${atWork} order by ${order} limit $3 offset $4`;
    return db.rows(listStatement('sprayers at work', sort, build), [filter.monday, filter.sunday, limit, offset]);
  }
  const { text, values } = matching(filter);
  const rank = sort.length > 0 ? '' : `${searchRank('$3', `$${values.push(filter.phonePrefixes)}`, nameBegins('u', '$3'))}, `;
  const order = orderBy(sort, sprayerSortColumns, `${rank}u.sort_name, u.id`, 'u.id', nullableSprayerSorts);
  const build = (limits: string) => `select ${userColumns('u')} from app_user u where ${text} order by ${order} ${limits}`;
  return db.rows(pageStatement(undefined, sort, limit, offset, build), values);
}

export interface WeekJob {
  sprayerId: string;
  id: string;
  date: string;
  sessionId: string;
  location: string;
  area: string;
  orderStatus: string;
  /** Sum of the areas of the sprayer's week; numeric in SQL, so exact. */
  areaOfWeek: string;
}

const weekStatement = statement(
  'jobs_of_week',
  `select m.sprayer_id, o.id, o.date, o.session_id, o.location, o.area, o.order_status, sum(o.area) over (partition by m.sprayer_id)
     from crew_member m join spray_order o on o.id = m.order_id join spray_session s on s.id = o.session_id
    where m.sprayer_id = any($1) and m.date between $2 and $3 and m.order_status <> 'cancelled'
    order by m.date, s.start_time, o.id`,
);

/** Sorted by date and start time. */
export async function listJobsOfWeek(db: Db, sprayerIds: string[], monday: string, sunday: string): Promise<WeekJob[]> {
  const rows = await db.rows(weekStatement, [sprayerIds, monday, sunday]);
  return rows.map((row) => {
    const [sprayerId, id, date, sessionId, location, area, orderStatus, areaOfWeek] = row as string[];
    return { sprayerId, id, date, sessionId, location, area, orderStatus, areaOfWeek } as WeekJob;
  });
}

const dayStatement = statement(
  'jobs_of_my_day',
  `select ${orderColumns}, s.start_time
     from crew_member m join spray_order o on o.id = m.order_id ${orderJoins} join spray_session s on s.id = o.session_id
    where m.sprayer_id = $1 and m.date = $2 and m.order_status <> 'cancelled'`,
);

export interface DayJob {
  id: string;
  latitude: number;
  longitude: number;
  startTime: string;
  /** The columns of an order. */
  row: Row;
}

const latitudeFromEnd = -12;

export async function listJobsOfMyDay(db: Db, sprayerId: string, date: string): Promise<DayJob[]> {
  const rows = await db.rows(dayStatement, [sprayerId, date]);
  return rows.map((row) => ({
    id: String(row[0]),
    latitude: Number(row.at(latitudeFromEnd)),
    longitude: Number(row.at(latitudeFromEnd + 1)),
    startTime: String(row.at(-1)),
    row,
  }));
}
