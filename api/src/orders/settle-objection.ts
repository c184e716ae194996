import type { Row } from '../platform/postgres/database.ts';
import { actOnOrder, allowAny, type CommandContext } from './act-on-order.ts';
import { resolveObjection } from './order-rules.ts';

/** The office has settled it with the farmer, who is told and has another 72 hours to say otherwise. */
export function settleObjection(acting: CommandContext, orderId: string, answer: string): Promise<Row> {
  return actOnOrder(acting, orderId, allowAny, ({ order, actor }) => ({ change: resolveObjection(order, actor.role), reason: answer }));
}
