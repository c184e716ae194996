import { orderMeasures, reportMeasures } from '../orders/order-delta-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { Period } from './period.ts';

// Parameters of all statements: $1 and $2 are the first and last date, $3 the first date of the previous period.
// Table figure_sum holds totals per day and week, figure_news and order_news hold deltas that are not applied to it yet.

const days = (first: string, last = '$2') =>
  `(select ${first}::date + n as date from generate_series(0, ${last}::date - ${first}::date) n)`;

/** Splits dates into whole weeks and the single days at both ends. */
const spans = (first: string, last: string) =>
  `select distinct ${first}::date >= $1::date as now, p.* from (
     select case when whole then 'week' else 'day' end as span, case when whole then week else date end as date
       from (select date, week, week >= ${first}::date and week + 6 <= ${last}::date as whole
               from (select date, date_trunc('week', date::timestamp)::date as week from ${days(first, last)} d) d) d) p`;

const bothPeriods = `${spans('$3', '($1::date - 1)')} union all ${spans('$1', '$2')}`;

const measured = reportMeasures.map((measure) => `s.${measure}`).join(', ');

/** Totals plus pending deltas, so the result is always exact. `offset 0` forces one index lookup per span. */
const counted = (list: 'work' | 'jobs', spanQuery: string, first: string, ownerFilter: string) => `piece as materialized (${spanQuery}),
  counted as (
    select p.now, p.date, s.owner_id, s.session_id, s.crop_id, ${measured}
      from piece p cross join lateral (select * from figure_sum s where s.list = '${list}' and s.span = p.span and s.date = p.date and ${ownerFilter} offset 0) s
    union all
    select s.date >= $1::date, s.date, s.owner_id, s.session_id, s.crop_id, ${measured}
      from figure_news s where s.list = '${list}' and s.date between ${first}::date and $2::date and ${ownerFilter}
    ${
      list === 'work'
        ? `union all select s.date >= $1::date, s.date, s.owner_id, s.session_id, s.crop_id, ${measured}
             from (${orderMeasures(`order_news where date between ${first}::date and $2::date`)}) s`
        : ''
    })`;

/** Offered places by day and session. Past capacities are not stored, so the current one counts, or the places taken if more. */
const places = (first: string) => `place as (
  select d.date, date_trunc('week', d.date::timestamp)::date as week, s.id as session_id, coalesce(t.taken, 0) as taken,
         greatest(case when s.active then s.capacity else 0 end, t.taken) as offered
    from ${days(first)} d
   cross join spray_session s
    left join session_day t on t.date = d.date and t.session_id = s.id and t.date between ${first}::date and $2::date)`;

const share = (part: string, whole: string) => `trim_scale(round(${part}::numeric / nullif(${whole}, 0), 4))`;

const sum = (measure: string, only: string) => `trim_scale(coalesce(sum(f.${measure}) filter (where ${only}), 0))`;
const average = (measure: string, of: string, digits: number, only: string) =>
  `trim_scale(round(sum(f.${measure}) filter (where ${only}) / nullif(sum(f.${of}) filter (where ${only}), 0), ${digits}))`;

/** In the order of the fields of a row. Alias `r` has the places taken and offered. */
const measures = (only = 'true', taken = 'r.taken') => `
  ${sum('orders', only)} as orders, ${sum('area', only)} as area, ${sum('income', only)} as income, ${sum('cancelled', only)} as cancelled,
  ${share(taken, 'r.offered')} as utilisation,
  ${average('punctual', 'begun', 4, only)} as punctuality,
  ${average('rating', 'ratings', 2, only)} as rating, ${sum('ratings', only)} as ratings`;

const totalsStatement = statement(
  'figure_totals',
  `with ${counted('work', bothPeriods, '$3', 'true')}, ${places('$3')},
   room as (select date >= $1::date as now, sum(taken) as taken, sum(offered) as offered from place group by 1)
   select t.orders, t.area, t.income, t.utilisation, t.punctuality, t.rating, t.cancelled, t.unpaid
     from (select p.now, ${measures()}, ${sum('owing', 'true')} as unpaid
             from (values (true), (false)) p (now)
             left join room r on r.now = p.now
             left join counted f on f.now = p.now
            group by p.now, r.taken, r.offered) t
    order by t.now desc`,
);

/** Totals of the period and of the previous one. */
export async function readTotals(db: Db, { from, to, previousFrom }: Period): Promise<[Row, Row]> {
  const [current, previous] = await db.rows(totalsStatement, [from, to, previousFrom]);
  return [current, previous] as [Row, Row];
}

const measureNames = ['orders', 'area', 'income', 'cancelled', 'utilisation', 'punctuality', 'rating', 'ratings'];
export const measureSortColumns: Record<string, string> = Object.fromEntries(measureNames.map((name) => [name, `t.${name}`]));
// Null if there is nothing to divide by.
const nullable = ['utilisation', 'punctuality', 'rating', 'ratingChange'];

export interface Breakdown {
  name: string;
  /** Query for the rows: a `key` and the columns below. */
  dimension: string;
  columns: string[];
  /** Columns before the measures. */
  shown: string;
  /** The key of an order. */
  keyOfFact: string;
  /** Places taken and offered, by key. */
  room: string;
  sortColumns: Record<string, string>;
  defaultOrder: string;
}

export const byWeek: Breakdown = {
  name: 'week',
  dimension: `select date_trunc('week', date::timestamp)::date as key, min(date) as first, max(date) as last from ${days('$1')} d group by 1`,
  columns: ['d.first', 'd.last'],
  shown: 't.first, t.last',
  keyOfFact: "date_trunc('week', f.date::timestamp)::date",
  room: 'select week as key, sum(taken) as taken, sum(offered) as offered from place group by week',
  sortColumns: { from: 't.first', ...measureSortColumns },
  defaultOrder: 't.key',
};

export const byCrop: Breakdown = {
  name: 'crop',
  dimension: 'select id as key from crop where active or id in (select crop_id from counted group by 1 having sum(orders + cancelled) > 0)',
  columns: [],
  shown: 't.key',
  keyOfFact: 'f.crop_id',
  room: `select c.id as key, coalesce(sum(f.orders), 0) as taken, (select sum(offered) from place) as offered
           from crop c left join counted f on f.crop_id = c.id group by c.id`,
  sortColumns: { id: 't.key', ...measureSortColumns },
  defaultOrder: 't.income desc, t.key',
};

export const bySession: Breakdown = {
  name: 'session',
  dimension:
    'select id as key, start_time from spray_session where active or id in (select session_id from counted group by 1 having sum(orders + cancelled) > 0)',
  columns: ['d.start_time'],
  shown: 't.key',
  keyOfFact: 'f.session_id',
  room: 'select session_id as key, sum(taken) as taken, sum(offered) as offered from place group by session_id',
  sortColumns: { id: 't.key', startTime: 't.start_time', ...measureSortColumns },
  defaultOrder: 't.start_time, t.key',
};

/** Unpaged, because there are few weeks, crops and sessions. */
export function readBreakdown(db: Db, breakdown: Breakdown, { from, to }: Period, sort: Sort[]): Promise<Row[]> {
  const { name, dimension, columns, shown, keyOfFact, room, sortColumns, defaultOrder } = breakdown;
  const own = ['d.key', ...columns].join(', ');
  const build = () =>
    `with ${counted('work', spans('$1', '$2'), '$1', 'true')}, ${places('$1')}, dimension as (${dimension}), room as (${room})
     select ${shown}, ${Object.values(measureSortColumns).join(', ')}
       from (select ${own}, ${measures()}
               from dimension d left join room r on r.key = d.key left join counted f on ${keyOfFact} = d.key
              group by ${own}, r.taken, r.offered) t
      order by ${orderBy(sort, sortColumns, defaultOrder, 't.key', nullable)}`;
  return db.rows(listStatement(`figures by ${name}`, sort, build), [from, to]);
}

export const sprayerSortColumns: Record<string, string> = {
  id: 't.id',
  fullName: 't.sort_name',
  ...measureSortColumns,
  jobs: 't.jobs',
  ratingChange: 't.rating_change',
};

// Every sprayer who was ever in a crew has a row in tally, the table of materialised counters.
const sprayersStatement = statement(
  'sprayers_of_figures',
  `with piece as materialized (${bothPeriods})
   select u.id
     from (select id from app_user where role = 'sprayer' and active union select owner_id from tally where list = 'sprayer orders') s
     join app_user u on u.id = s.id
    where (u.role = 'sprayer' and u.active)
       or (select coalesce(sum(orders + cancelled), 0) from piece p join figure_sum s on s.list = 'jobs' and s.span = p.span and s.date = p.date and s.owner_id = u.id)
          + (select coalesce(sum(orders + cancelled), 0) from figure_news s where s.list = 'jobs' and s.date between $3::date and $2::date and s.owner_id = u.id) > 0
    order by u.sort_name, u.id`,
);

/** Ids of active sprayers and of those with a job in either period, by name. */
export async function findSprayersOfReport(db: Db, { from, to, previousFrom }: Period): Promise<string[]> {
  return (await db.rows(sprayersStatement, [from, to, previousFrom])).map((row) => String(row[0]));
}

/** Report of these sprayers. A job of two sprayers counts for both. */
export function readSprayerReport(db: Db, { from, to, previousFrom }: Period, sprayerIds: string[], sort: Sort[]): Promise<Row[]> {
  const build = () =>
    `with ${counted('jobs', bothPeriods, '$3', 's.owner_id = any($4)')}, ${places('$1')},
     room as (select count(*) as offered from place where offered > 0)
     select t.id, t.full_name, t.expertise, t.active, ${Object.values(measureSortColumns).join(', ')},
            t.jobs, t.rating_change, t.jobs_before, t.area_before, t.rating_before, t.ratings_before
       from (select t.*, trim_scale(t.rating - t.rating_before) as rating_change
               from (select u.id, u.full_name, u.sort_name, u.expertise, u.active, ${measures('f.now', sum('orders', 'f.now'))},
                            ${sum('begun', 'f.now')} as jobs, ${sum('begun', 'not f.now')} as jobs_before, ${sum('area', 'not f.now')} as area_before,
                            ${average('rating', 'ratings', 2, 'not f.now')} as rating_before, ${sum('ratings', 'not f.now')} as ratings_before
                       from app_user u cross join room r left join counted f on f.owner_id = u.id
                      where u.id = any($4)
                      group by u.id, r.offered) t) t
      order by ${orderBy(sort, sprayerSortColumns, 't.sort_name, t.id', 't.id', nullable)}`;
  return db.rows(listStatement('figures by sprayer', sort, build), [from, to, previousFrom, sprayerIds]);
}

const unpaidStatement = statement(
  'figures_unpaid',
  `with recent as (
     select date, orders, owing from figure_sum where list = 'unpaid' and span = 'day' and date >= $1::date - 30
     union all select date, orders, owing from figure_news where list = 'unpaid' and date >= $1::date - 30
   ), ever as (
     select orders, owing from figure_sum where list = 'unpaid' and span = 'ever'
     union all select orders, owing from figure_news where list = 'unpaid'
   ), aged as (
     select 1 as number, '0-7' as age, orders, owing from recent where date >= $1::date - 7
     union all select 2, '8-30', orders, owing from recent where date < $1::date - 7
     union all select 3, '31+', orders, owing from ever
     union all select 3, '31+', -orders, -owing from recent
   )
   select b.age, coalesce(sum(a.orders), 0), trim_scale(coalesce(sum(a.owing), 0))
     from (values (1, '0-7'), (2, '8-30'), (3, '31+')) b (number, age) left join aged a on a.number = b.number
    group by b.number, b.age order by b.number`,
  { short: true },
);

/** Unpaid amounts of completed orders, by days since completion. */
export function readUnpaid(db: Db, today: string): Promise<Row[]> {
  return db.rows(unpaidStatement, [today]);
}
