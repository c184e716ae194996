import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const states = 'order_status, payment_status, payment_method, stage';

// Each in the order of its key, so that two processes never wait for each other crosswise.
const added = (sum: string, key: string) =>
  `insert into ${sum} as s (${key}, orders) select ${key}, sum(orders) from news group by ${key} having sum(orders) <> 0 order by ${key}
   on conflict (${key}) do update set orders = s.orders + excluded.orders`;

export const reportMeasures = ['orders', 'cancelled', 'area', 'income', 'owing', 'begun', 'punctual', 'rating', 'ratings'];

/** Orders in the news, as the figures have them; with the other measures at nothing. Any condition may follow. */
export const orderMeasures = (news: string) =>
  `select 'work' as list, date, 0::bigint as owner_id, session_id, crop_id, case when order_status <> 'cancelled' then orders else 0 end as orders,
          case when order_status = 'cancelled' then orders else 0 end as cancelled, case when order_status <> 'cancelled' then area else 0 end as area,
          ${reportMeasures
            .slice(3)
            .map((measure) => `0 as ${measure}`)
            .join(', ')}
     from ${news}`;

const figureKey = 'list, span, date, owner_id, session_id, crop_id';
const addedFigures = `insert into figure_sum as f (${figureKey}, ${reportMeasures.join(', ')})
  select n.list, s.span, s.date, n.owner_id, n.session_id, n.crop_id, ${reportMeasures.map((measure) => `sum(n.${measure})`).join(', ')}
    from (${orderMeasures('news')} union all select * from figures) n cross join lateral figure_spans(n.list, n.date) s
   group by 1, 2, 3, 4, 5, 6 having (${reportMeasures.map((measure) => `sum(n.${measure})`).join(', ')}) <> (${reportMeasures.map(() => '0').join(', ')})
   order by 1, 2, 3, 4, 5, 6
   on conflict (${figureKey}) do update set ${reportMeasures.map((measure) => `${measure} = f.${measure} + excluded.${measure}`).join(', ')}`;

// Taken out and added in one statement: whoever reads sums and news together sees either both before it or both after.
const addUpStatement = statement(
  'add_up_order_news',
  `with news as (delete from order_news returning *),
        whole as (${added('order_sum', `${states}, session_id, crop_id`)}),
        days as (${added('order_day_sum', `date, ${states}`)}),
        places as (${added('order_place_sum', `date, session_id, crop_id, ${states}`)}),
        figures as (delete from figure_news returning *),
        reckoned as (${addedFigures})
   select count(*) from news`,
);
const dropEmptyDaysStatement = statement('drop_empty_day_sums', 'delete from order_day_sum where orders = 0');
const dropEmptyPlacesStatement = statement('drop_empty_place_sums', 'delete from order_place_sum where orders = 0');

/** Answers how many there were. */
export async function applyOrderDeltas(db: Db): Promise<number> {
  const news = Number((await db.rows(addUpStatement))[0]?.[0]);
  if (news > 0) {
    await db.rows(dropEmptyDaysStatement);
    await db.rows(dropEmptyPlacesStatement);
  }
  return news;
}
