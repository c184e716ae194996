import type { Row } from '../platform/postgres/database.ts';
import { actOnOrder, type CommandContext, isOwn } from './act-on-order.ts';
import { insertObjection } from './objection-store.ts';
import { object } from './order-rules.ts';

/** Opens an objection to reported or completed work: the order no longer completes by timer, and the office is notified. */
export function objectToWork(command: CommandContext, orderId: string, text: string): Promise<Row> {
  return actOnOrder(command, orderId, isOwn, async ({ tx, order, now, wall, company }) => {
    const change = object(order, { now, today: wall.date, objectionDays: company.objectionDays });
    await insertObjection(tx, order.id, text, now);
    return { change, reason: text };
  });
}
