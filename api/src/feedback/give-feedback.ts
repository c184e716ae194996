import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { lockOrder } from '../orders/order-change-store.ts';
import { refusalDetail, refusalWithReason } from '../orders/order-rules.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import { type FeedbackInput, getFeedback, insertFeedback } from './feedback-store.ts';

/** Stores the farmer's feedback for a completed order, once per order. */
export function giveFeedback(database: Database, farmer: Actor, orderId: string, input: FeedbackInput, now: Date): Promise<Row> {
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined || order.farmerId !== farmer.id) throw orderNotFound();
    if (order.status !== 'completed') {
      const instead = order.status === 'cancelled' ? 'A cancelled order is not rated.' : 'You can rate it once it is completed.';
      throw new AppError('NOT_COMPLETED', refusalDetail(order, 'rate it', instead));
    }
    if (!(await insertFeedback(tx, orderId, farmer.id, input, now))) {
      const reason = 'You have rated it already. You can add photos to your rating.';
      throw new AppError('FEEDBACK_EXISTS', refusalWithReason(order, reason));
    }
    return (await getFeedback(tx, orderId)) as Row;
  });
}
