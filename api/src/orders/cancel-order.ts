import type { Row } from '../platform/postgres/database.ts';
import { actOnOrder, allowAny, type CommandContext, hoursUntilSession, isOwn } from './act-on-order.ts';
import { freePlaces } from './order-change-store.ts';
import { cancel } from './order-rules.ts';

/** Cancels an order and frees its place. The crew stays recorded but is available again; the `cancelled` event triggers the refund of a card payment. */
export function cancelOrder(command: CommandContext, orderId: string, reason: string | undefined): Promise<Row> {
  return actOnOrder(command, orderId, command.actor.role === 'farmer' ? isOwn : allowAny, async (context) => {
    const { tx, order, actor } = context;
    const change = cancel(order, actor.role, hoursUntilSession(context));
    await freePlaces(tx, [order]);
    return { change, ...(reason === undefined ? {} : { reason }) };
  });
}
