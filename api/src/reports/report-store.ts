import { orderMeasures, reportMeasures } from '../orders/order-delta-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { Period } from './period.ts';

// In everything below: $1 and $2 the first and last date, $3 the first date of the period before.

const days = (first: string, last = '$2') =>
  `(select ${first}::date + n as date from generate_series(0, ${last}::date - ${first}::date) n)`;

/** Dates as weeks, and the days at both ends that are no whole week. */
const pieces = (first: string, last: string) =>
  `select distinct ${first}::date >= $1::date as now, p.* from (
     select case when whole then 'week' else 'day' end as span, case when whole then week else date end as date
       from (select date, week, week >= ${first}::date and week + 6 <= ${last}::date as whole
               from (select date, date_trunc('week', date::timestamp)::date as week from ${days(first, last)} d) d) d) p`;

const bothPeriods = `${pieces('$3', '($1::date - 1)')} union all ${pieces('$1', '$2')}`;

const measured = reportMeasures.map((measure) => `s.${measure}`).join(', ');

/** What was added up for these dates, piece by piece as `offset 0` has it, together with what is to be added up yet: exact at each moment. */
const counted = (list: 'work' | 'jobs', pieces: string, first: string, whose: string) => `piece as materialized (${pieces}),
  counted as (
    select p.now, p.date, s.owner_id, s.session_id, s.crop_id, ${measured}
      from piece p cross join lateral (select * from figure_sum s where s.list = '${list}' and s.span = p.span and s.date = p.date and ${whose} offset 0) s
    union all
    select s.date >= $1::date, s.date, s.owner_id, s.session_id, s.crop_id, ${measured}
      from figure_news s where s.list = '${list}' and s.date between ${first}::date and $2::date and ${whose}
    ${
      list === 'work'
        ? `union all select s.date >= $1::date, s.date, s.owner_id, s.session_id, s.crop_id, ${measured}
             from (${orderMeasures(`order_news where date between ${first}::date and $2::date`)}) s`
        : ''
    })`;

/** What each session of each day offered. How many places it had then is not kept, so it is what it has now, or what was taken if that is more. */
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

/** In the order of the fields of a row. `r` says how many places there were. */
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

/** Of the period, and of the one before. */
export async function readTotals(db: Db, { from, to, previousFrom }: Period): Promise<[Row, Row]> {
  const [now, before] = await db.rows(totalsStatement, [from, to, previousFrom]);
  return [now, before] as [Row, Row];
}

const measureNames = ['orders', 'area', 'income', 'cancelled', 'utilisation', 'punctuality', 'rating', 'ratings'];
export const measureSortColumns: Record<string, string> = Object.fromEntries(measureNames.map((name) => [name, `t.${name}`]));
// Nothing to take a share or an average of.
const nullable = ['utilisation', 'punctuality', 'rating', 'ratingChange'];

export interface Breakdown {
  name: string;
  /** What there is a row of: a `key`, and the columns below. */
  dimension: string;
  columns: string[];
  /** What comes before the measures. */
  shown: string;
  /** Which of them an order belongs to. */
  keyOfFact: string;
  /** Places taken and offered, by key. */
  room: string;
  sortColumns: Record<string, string>;
  standard: string;
}

export const byWeek: Breakdown = {
  name: 'week',
  dimension: `select date_trunc('week', date::timestamp)::date as key, min(date) as first, max(date) as last from ${days('$1')} d group by 1`,
  columns: ['d.first', 'd.last'],
  shown: 't.first, t.last',
  keyOfFact: "date_trunc('week', f.date::timestamp)::date",
  room: 'select week as key, sum(taken) as taken, sum(offered) as offered from place group by week',
  sortColumns: { from: 't.first', ...measureSortColumns },
  standard: 't.key',
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
  standard: 't.income desc, t.key',
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
  standard: 't.start_time, t.key',
};

/** All rows: there are only so many weeks in a year, crops and sessions. */
export function readBreakdown(db: Db, breakdown: Breakdown, { from, to }: Period, sort: Sort[]): Promise<Row[]> {
  const { name, dimension, columns, shown, keyOfFact, room, sortColumns, standard } = breakdown;
  const own = ['d.key', ...columns].join(', ');
  const build = () =>
    `with ${counted('work', pieces('$1', '$2'), '$1', 'true')}, ${places('$1')}, dimension as (${dimension}), room as (${room})
     select ${shown}, ${Object.values(measureSortColumns).join(', ')}
       from (select ${own}, ${measures()}
               from dimension d left join room r on r.key = d.key left join counted f on ${keyOfFact} = d.key
              group by ${own}, r.taken, r.offered) t
      order by ${orderBy(sort, sortColumns, standard, 't.key', nullable)}`;
  return db.rows(listStatement(`figures by ${name}`, sort, build), [from, to]);
}

export const sprayerSortColumns: Record<string, string> = {
  id: 't.id',
  fullName: 't.full_name',
  ...measureSortColumns,
  jobs: 't.jobs',
  ratingChange: 't.rating_change',
};

// Whoever ever was in a crew has a tally.
const sprayersStatement = statement(
  'sprayers_of_figures',
  `with piece as materialized (${bothPeriods})
   select u.id
     from (select id from app_user where role = 'sprayer' and active union select owner_id from tally where list = 'sprayer orders') s
     join app_user u on u.id = s.id
    where (u.role = 'sprayer' and u.active)
       or (select coalesce(sum(orders + cancelled), 0) from piece p join figure_sum s on s.list = 'jobs' and s.span = p.span and s.date = p.date and s.owner_id = u.id)
          + (select coalesce(sum(orders + cancelled), 0) from figure_news s where s.list = 'jobs' and s.date between $3::date and $2::date and s.owner_id = u.id) > 0
    order by u.full_name, u.id`,
);

/** Sprayers at work now, or with a job in either period, by name. */
export async function findSprayersOfReport(db: Db, { from, to, previousFrom }: Period): Promise<string[]> {
  return (await db.rows(sprayersStatement, [from, to, previousFrom])).map((row) => String(row[0]));
}

/** Of these sprayers. A job of two counts for both of them. */
export function readSprayerReport(db: Db, { from, to, previousFrom }: Period, sprayerIds: string[], sort: Sort[]): Promise<Row[]> {
  const build = () =>
    `with ${counted('jobs', bothPeriods, '$3', 's.owner_id = any($4)')}, ${places('$1')},
     room as (select count(*) as offered from place where offered > 0)
     select t.id, t.full_name, t.expertise, t.active, ${Object.values(measureSortColumns).join(', ')},
            t.jobs, t.rating_change, t.jobs_before, t.area_before, t.rating_before, t.ratings_before
       from (select t.*, trim_scale(t.rating - t.rating_before) as rating_change
               from (select u.id, u.full_name, u.expertise, u.active, ${measures('f.now', sum('orders', 'f.now'))},
                            ${sum('begun', 'f.now')} as jobs, ${sum('begun', 'not f.now')} as jobs_before, ${sum('area', 'not f.now')} as area_before,
                            ${average('rating', 'ratings', 2, 'not f.now')} as rating_before, ${sum('ratings', 'not f.now')} as ratings_before
                       from app_user u cross join room r left join counted f on f.owner_id = u.id
                      where u.id = any($4)
                      group by u.id, r.offered) t) t
      order by ${orderBy(sort, sprayerSortColumns, 't.full_name, t.id', 't.id', nullable)}`;
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

/** What completed orders still owe, by days since their completion. */
export function readUnpaid(db: Db, today: string): Promise<Row[]> {
  return db.rows(unpaidStatement, [today]);
}
