import { orderSnapshot } from '../orders/event-store.ts';
import { orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, RawRow, Row, Tx } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

export const feedbackSortColumns: Record<string, string> = {
  id: 'b.id',
  overallRating: 'b.overall_rating',
  attentiveRating: 'b.attentive_rating',
  friendlyRating: 'b.friendly_rating',
  professionalRating: 'b.professional_rating',
};

const countStatement = statement('count_feedback', "select coalesce(sum(size), 0) from tally where list = 'feedback' and owner_id = 0");

export async function countFeedback(db: Db): Promise<number> {
  return Number((await db.rows(countStatement))[0]?.[0]);
}

const feedbackColumns = `b.id, ${orderColumns}, b.overall_rating, b.attentive_rating, b.friendly_rating, b.professional_rating, b.text`;
const selectFeedback = `select ${feedbackColumns} from feedback b join spray_order o on o.id = b.order_id ${orderJoins}`;
/** `offset 0` makes PostgreSQL look up the feedback of each order of the farmer instead of scanning all feedback. */
const ownFeedback = `(select * from spray_order where farmer_id = $1 offset 0) o
  cross join lateral (select * from feedback where order_id = o.id offset 0) b`;

export function listFeedback(db: Db, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const order = orderBy(sort, feedbackSortColumns, 'b.id desc', 'b.id');
  return db.rawRows(pageStatement('feedback', sort, limit, offset, (limits) => `${selectFeedback} order by ${order} ${limits}`));
}

const countOwnStatement = statement('count_own_feedback', `select count(*) from ${ownFeedback}`);

/** Counted without a materialised counter, because one farmer has few. */
export async function countOwnFeedback(db: Db, farmerId: string): Promise<number> {
  return Number((await db.rows(countOwnStatement, [farmerId]))[0]?.[0]);
}

export function listOwnFeedback(db: Db, farmerId: string, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const order = orderBy(sort, feedbackSortColumns, 'b.id desc', 'b.id');
  const page = pageStatement(
    'own_feedback',
    sort,
    limit,
    offset,
    (limits) => `select ${feedbackColumns} from ${ownFeedback} ${orderJoins} order by ${order} ${limits}`,
  );
  return db.rawRows(page, [farmerId]);
}

export interface FeedbackInput {
  overallRating: number;
  attentiveRating: number;
  friendlyRating: number;
  professionalRating: number;
  text?: string;
}

const getStatement = statement('get_feedback', `${selectFeedback} where b.order_id = $1`);

export async function getFeedback(db: Db, orderId: string): Promise<Row | undefined> {
  return (await db.rows(getStatement, [orderId]))[0];
}

const insertStatement = statement(
  'insert_feedback',
  `with made as (
     insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (order_id) do nothing returning order_id
   )
   insert into outbox_event (at, type, order_id, actor_id, snapshot)
   select $7::timestamptz, 'feedback', o.id, $8, ${orderSnapshot('o')} from made join spray_order o on o.id = made.order_id returning 1`,
);

/** false: the order has feedback already. */
export async function insertFeedback(tx: Tx, orderId: string, farmerId: string, feedback: FeedbackInput, now: Date): Promise<boolean> {
  const { overallRating, attentiveRating, friendlyRating, professionalRating, text = '' } = feedback;
  const values = [orderId, overallRating, attentiveRating, friendlyRating, professionalRating, text.trim(), now.toISOString(), farmerId];
  return (await tx.rows(insertStatement, values)).length > 0;
}
