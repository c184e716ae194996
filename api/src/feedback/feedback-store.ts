import { orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Db, Row } from '../platform/db.ts';
import type { Sort } from '../platform/paging.ts';
import { listStatement, orderBy, statement } from '../platform/sql.ts';

export const feedbackSortColumns: Record<string, string> = {
  id: 'b.id',
  overallRating: 'b.overall_rating',
  attentiveRating: 'b.attentive_rating',
  friendlyRating: 'b.friendly_rating',
  professionalRating: 'b.professional_rating',
};

const countStatement = statement('count_feedback', 'select count(*) from feedback');

export async function countFeedback(db: Db): Promise<number> {
  return Number((await db.rows(countStatement))[0]?.[0]);
}

export function listFeedback(db: Db, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, feedbackSortColumns, 'b.id desc', 'b.id');
  const build = () =>
    `select b.id, ${orderColumns}, b.overall_rating, b.attentive_rating, b.friendly_rating, b.professional_rating, b.text
       from feedback b join spray_order o on o.id = b.order_id ${orderJoins} order by ${order} limit $1 offset $2`;
  return db.rows(listStatement('feedback', sort, build), [limit, offset]);
}
