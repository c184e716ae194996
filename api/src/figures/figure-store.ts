import type { Db, Row } from '../platform/db.ts';
import type { Sort } from '../platform/paging.ts';
import { listStatement, orderBy, statement } from '../platform/sql.ts';
import type { Period } from './period.ts';

// In everything below: $1 and $2 the first and last date, $3 the company's time zone, $4 the first date of the period before.

const days = (first: string) => `(select ${first}::date + n as date from generate_series(0, $2::date - ${first}::date) n)`;

/** What came in and stayed: money given back and entries taken back do not count, nor what a bank refused. */
const netAmount = "sum(case when kind in ('refund', 'correction') then -amount when kind = 'failure' then 0 else amount end)";

/** Every order from a date on, with what the figures need of it: looked up order by order (`offset 0`), not read whole beside them. `punctual` is null while the work has not begun. */
const facts = (first: string) => `fact as (
  select o.id, o.date, date_trunc('week', o.date::timestamp)::date as week, o.session_id, o.crop_id, o.area, o.order_status <> 'cancelled' as kept,
         coalesce(p.net, 0) as income, h.at <= ((o.date + s.start_time) at time zone $3::text) + interval '15 minutes' as punctual,
         b.overall_rating as rating,
         case when o.order_status = 'completed' and o.payment_status <> 'paid' then greatest(o.cost - coalesce(p.net, 0), 0) end as owing
    from spray_order o
    join spray_session s on s.id = o.session_id
    left join lateral (select ${netAmount} as net
                         from payment where order_id = o.id) p on true
    left join lateral (select at from order_history where order_id = o.id and action = 'start' offset 0) h on true
    left join lateral (select overall_rating from feedback where order_id = o.id offset 0) b on true
   where o.date between ${first}::date and $2::date)`;

/** What each session of each day offered. How many places it had then is not kept, so it is what it has now, or what was taken if that is more. */
const places = (first: string) => `place as (
  select d.date, date_trunc('week', d.date::timestamp)::date as week, s.id as session_id, coalesce(t.taken, 0) as taken,
         greatest(case when s.active then s.capacity else 0 end, t.taken) as offered
    from ${days(first)} d
   cross join spray_session s
    left join session_day t on t.date = d.date and t.session_id = s.id and t.date between ${first}::date and $2::date)`;

const share = (part: string, whole: string) => `trim_scale(round(${part}::numeric / nullif(${whole}, 0), 4))`;

/** In the order of the fields of a row. `r` says how many places there were. */
const measures = (only = 'true') => `
  count(*) filter (where ${only} and f.kept) as orders,
  coalesce(sum(f.area) filter (where ${only} and f.kept), 0) as area,
  coalesce(sum(f.income) filter (where ${only}), 0) as income,
  count(*) filter (where ${only} and not f.kept) as cancelled,
  ${share('r.taken', 'r.offered')} as utilisation,
  trim_scale(round(avg(f.punctual::int) filter (where ${only}), 4)) as punctuality,
  trim_scale(round(avg(f.rating) filter (where ${only}), 2)) as rating,
  count(f.rating) filter (where ${only}) as ratings`;

const totalsStatement = statement(
  'figure_totals',
  `with ${facts('$4')}, ${places('$4')},
   room as (select date >= $1::date as now, sum(taken) as taken, sum(offered) as offered from place group by 1)
   select t.orders, t.area, t.income, t.utilisation, t.punctuality, t.rating, t.cancelled, t.unpaid
     from (select p.now, ${measures()}, coalesce(sum(f.owing), 0) as unpaid
             from (values (true), (false)) p (now)
             left join room r on r.now = p.now
             left join fact f on (f.date >= $1::date) = p.now
            group by p.now, r.taken, r.offered) t
    order by t.now desc`,
);

const values = ({ from, to, previousFrom }: Period, timeZone: string, count: 3 | 4) => [from, to, timeZone, previousFrom].slice(0, count);

/** Of the period, and of the one before. */
export async function readTotals(db: Db, period: Period, timeZone: string): Promise<[Row, Row]> {
  const [now, before] = await db.rows(totalsStatement, values(period, timeZone, 4));
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
  keyOfFact: 'f.week',
  room: 'select week as key, sum(taken) as taken, sum(offered) as offered from place group by week',
  sortColumns: { from: 't.first', ...measureSortColumns },
  standard: 't.key',
};

export const byCrop: Breakdown = {
  name: 'crop',
  dimension: 'select id as key from crop where active or id in (select crop_id from fact)',
  columns: [],
  shown: 't.key',
  keyOfFact: 'f.crop_id',
  room: `select c.id as key, count(f.id) filter (where f.kept) as taken, (select sum(offered) from place) as offered
           from crop c left join fact f on f.crop_id = c.id group by c.id`,
  sortColumns: { id: 't.key', ...measureSortColumns },
  standard: 't.income desc, t.key',
};

export const bySession: Breakdown = {
  name: 'session',
  dimension: 'select id as key, start_time from spray_session where active or id in (select session_id from fact)',
  columns: ['d.start_time'],
  shown: 't.key',
  keyOfFact: 'f.session_id',
  room: 'select session_id as key, sum(taken) as taken, sum(offered) as offered from place group by session_id',
  sortColumns: { id: 't.key', startTime: 't.start_time', ...measureSortColumns },
  standard: 't.start_time, t.key',
};

/** All rows: there are only so many weeks in a year, crops and sessions. */
export function readBreakdown(db: Db, breakdown: Breakdown, period: Period, timeZone: string, sort: Sort[]): Promise<Row[]> {
  const { name, dimension, columns, shown, keyOfFact, room, sortColumns, standard } = breakdown;
  const own = ['d.key', ...columns].join(', ');
  const build = () =>
    `with ${facts('$1')}, ${places('$1')}, dimension as (${dimension}), room as (${room})
     select ${shown}, ${Object.values(measureSortColumns).join(', ')}
       from (select ${own}, ${measures()}
               from dimension d left join room r on r.key = d.key left join fact f on ${keyOfFact} = d.key
              group by ${own}, r.taken, r.offered) t
      order by ${orderBy(sort, sortColumns, standard, 't.key', nullable)}`;
  return db.rows(listStatement(`figures by ${name}`, sort, build), values(period, timeZone, 3));
}

export const sprayerSortColumns: Record<string, string> = {
  id: 't.id',
  fullName: 't.full_name',
  ...measureSortColumns,
  jobs: 't.jobs',
  ratingChange: 't.rating_change',
};

/** Sprayers at work now, or with a job in either period. A job of two counts for both of them. */
export function readSprayerFigures(db: Db, period: Period, timeZone: string, sort: Sort[]): Promise<Row[]> {
  const build = () =>
    `with ${facts('$4')}, ${places('$1')},
     job as (select m.sprayer_id, f.date >= $1::date as now, f.* from fact f join crew_member m on m.order_id = f.id),
     room as (select s.id, count(j.id) filter (where j.now and j.kept) as taken, (select count(*) from place where offered > 0) as offered
                from (select id from app_user where role = 'sprayer' and active union select sprayer_id from job) s
                left join job j on j.sprayer_id = s.id group by s.id)
     select t.id, t.full_name, t.expertise, t.active, ${Object.values(measureSortColumns).join(', ')},
            t.jobs, t.rating_change, t.jobs_before, t.area_before, t.rating_before, t.ratings_before
       from (select u.id, u.full_name, u.expertise, u.active, ${measures('f.now')},
                    count(*) filter (where f.now and f.punctual is not null) as jobs,
                    count(*) filter (where not f.now and f.punctual is not null) as jobs_before,
                    coalesce(sum(f.area) filter (where not f.now and f.kept), 0) as area_before,
                    trim_scale(round(avg(f.rating) filter (where not f.now), 2)) as rating_before,
                    count(f.rating) filter (where not f.now) as ratings_before,
                    trim_scale(round(avg(f.rating) filter (where f.now), 2) - round(avg(f.rating) filter (where not f.now), 2)) as rating_change
               from room r join app_user u on u.id = r.id left join job f on f.sprayer_id = r.id
              group by u.id, r.taken, r.offered) t
      order by ${orderBy(sort, sprayerSortColumns, 't.full_name, t.id', 't.id', nullable)}`;
  return db.rows(listStatement('figures by sprayer', sort, build), values(period, timeZone, 4));
}

const unpaidStatement = statement(
  'figures_unpaid',
  `select b.age, count(o.id), coalesce(sum(o.cost - o.net), 0)
     from (values (1, '0-7', 0, 7), (2, '8-30', 8, 30), (3, '31+', 31, null)) b (number, age, first, last)
     left join (select o.id, o.cost, greatest($1::date - o.completion_date, 0) as days,
                       coalesce((select ${netAmount} from payment where order_id = o.id), 0) as net
                  from spray_order o
                 where o.order_status = 'completed' and o.payment_status <> 'paid' and o.cost > 0) o
       on o.days >= b.first and (b.last is null or o.days <= b.last)
    group by b.number, b.age order by b.number`,
);

/** What completed orders still owe, by days since their completion. */
export function readUnpaid(db: Db, today: string): Promise<Row[]> {
  return db.rows(unpaidStatement, [today]);
}
