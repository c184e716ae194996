import type { Db } from '../platform/db.ts';
import { statement } from '../platform/sql.ts';

const states = 'order_status, payment_status, payment_method, stage';

// Each in the order of its key, so that two processes never wait for each other crosswise.
const added = (sum: string, key: string) =>
  `insert into ${sum} as s (${key}, orders) select ${key}, sum(orders) from news group by ${key} having sum(orders) <> 0 order by ${key}
   on conflict (${key}) do update set orders = s.orders + excluded.orders`;

// Taken out and added in one statement: whoever reads sums and news together sees either both before it or both after.
const addUpStatement = statement(
  'add_up_order_news',
  `with news as (delete from order_news returning *),
        whole as (${added('order_sum', `${states}, session_id, crop_id`)}),
        days as (${added('order_day_sum', `date, ${states}`)}),
        places as (${added('order_place_sum', `date, session_id, crop_id, ${states}`)})
   select count(*) from news`,
);
const dropEmptyDaysStatement = statement('drop_empty_day_sums', 'delete from order_day_sum where orders = 0');
const dropEmptyPlacesStatement = statement('drop_empty_place_sums', 'delete from order_place_sum where orders = 0');

/** Answers how many there were. */
export async function addUpOrderNews(db: Db): Promise<number> {
  const news = Number((await db.rows(addUpStatement))[0]?.[0]);
  if (news > 0) {
    await db.rows(dropEmptyDaysStatement);
    await db.rows(dropEmptyPlacesStatement);
  }
  return news;
}
