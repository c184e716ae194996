import type { Row } from '../platform/postgres/database.ts';
import { actOnOrder, type CommandContext, isOwn } from './act-on-order.ts';
import { insertObjection } from './objection-store.ts';
import { object } from './order-rules.ts';

/** A farmer is not content with work that was reported done: it does not complete by itself any more, and the office hears of it. */
export function objectToWork(acting: CommandContext, orderId: string, text: string): Promise<Row> {
  return actOnOrder(acting, orderId, isOwn, async ({ tx, order, now }) => {
    const change = object(order, now);
    await insertObjection(tx, order.id, text, now);
    return { change, reason: text };
  });
}
