import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

// Tables: order_news and figure_news hold deltas; order_sum, order_day_sum, order_place_sum and figure_sum hold the totals.
const states = 'order_status, payment_status, payment_method, stage';

// Rows are written in the order of their keys, so that two processes never deadlock.
const addTo = (sum: string, key: string) =>
  `insert into ${sum} as s (${key}, orders) select ${key}, sum(orders) from news group by ${key} having sum(orders) <> 0 order by ${key}
   on conflict (${key}) do update set orders = s.orders + excluded.orders`;

export const reportMeasures = ['orders', 'cancelled', 'area', 'income', 'owing', 'begun', 'punctual', 'rating', 'ratings'];

/** SQL that converts order deltas to the columns of figure_sum; the other measures are 0. A where clause may follow. */
export const orderMeasures = (deltas: string) =>
  `select 'work' as list, date, 0::bigint as owner_id, session_id, crop_id, case when order_status <> 'cancelled' then orders else 0 end as orders,
          case when order_status = 'cancelled' then orders else 0 end as cancelled, case when order_status <> 'cancelled' then area else 0 end as area,
          ${reportMeasures
            .slice(3)
            .map((measure) => `0 as ${measure}`)
            .join(', ')}
     from ${deltas}`;

const reportKey = 'list, span, date, owner_id, session_id, crop_id';
const addToReports = `insert into figure_sum as f (${reportKey}, ${reportMeasures.join(', ')})
  select n.list, s.span, s.date, n.owner_id, n.session_id, n.crop_id, ${reportMeasures.map((measure) => `sum(n.${measure})`).join(', ')}
    from (${orderMeasures('news')} union all select * from figures) n cross join lateral figure_spans(n.list, n.date) s
   group by 1, 2, 3, 4, 5, 6 having (${reportMeasures.map((measure) => `sum(n.${measure})`).join(', ')}) <> (${reportMeasures.map(() => '0').join(', ')})
   order by 1, 2, 3, 4, 5, 6
   on conflict (${reportKey}) do update set ${reportMeasures.map((measure) => `${measure} = f.${measure} + excluded.${measure}`).join(', ')}`;

// One statement deletes the deltas and adds them to the totals, so a query over totals and deltas always sees each order once.
const applyDeltasStatement = statement(
  'apply_order_deltas',
  `with news as (delete from order_news returning *),
        whole as (${addTo('order_sum', `${states}, session_id, crop_id`)}),
        days as (${addTo('order_day_sum', `date, ${states}`)}),
        places as (${addTo('order_place_sum', `date, session_id, crop_id, ${states}`)}),
        figures as (delete from figure_news returning *),
        reports as (${addToReports})
   select count(*) from news`,
);
const dropEmptyDaysStatement = statement('drop_empty_day_sums', 'delete from order_day_sum where orders = 0');
const dropEmptyPlacesStatement = statement('drop_empty_place_sums', 'delete from order_place_sum where orders = 0');

/** Adds all order deltas to the totals; returns the number of deltas. */
export async function applyOrderDeltas(db: Db): Promise<number> {
  const deltas = Number((await db.rows(applyDeltasStatement))[0]?.[0]);
  if (deltas > 0) {
    await db.rows(dropEmptyDaysStatement);
    await db.rows(dropEmptyPlacesStatement);
  }
  return deltas;
}
