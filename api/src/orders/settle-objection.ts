import type { Row } from '../platform/postgres/database.ts';
import { actOnOrder, allowAny, type CommandContext } from './act-on-order.ts';
import { resolveObjection } from './order-rules.ts';

/** Resolves the open objection. The farmer is notified, and the objection period begins again. */
export function settleObjection(command: CommandContext, orderId: string, answer: string): Promise<Row> {
  return actOnOrder(command, orderId, allowAny, ({ order, actor }) => ({ change: resolveObjection(order, actor.role), reason: answer }));
}
