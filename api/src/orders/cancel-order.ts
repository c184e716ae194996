import type { Row } from '../platform/postgres/database.ts';
import { actOnOrder, allowAny, type CommandContext, hoursUntilSession, isOwn } from './act-on-order.ts';
import { freePlaces } from './order-change-store.ts';
import { cancel } from './order-rules.ts';

/** Frees the place. A crew stays on record but is free again; a card payment is refunded by whoever hears of it. */
export function cancelOrder(acting: CommandContext, orderId: string, reason: string | undefined): Promise<Row> {
  return actOnOrder(acting, orderId, acting.actor.role === 'farmer' ? isOwn : allowAny, async (scene) => {
    const { tx, order, actor } = scene;
    const change = cancel(order, actor.role, hoursUntilSession(scene));
    await freePlaces(tx, [order]);
    return { change, ...(reason === undefined ? {} : { reason }) };
  });
}
