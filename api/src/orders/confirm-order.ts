import type { Row } from '../platform/postgres/database.ts';
import { actOnOrder, allowAny, type CommandContext, isOwn } from './act-on-order.ts';
import { confirmByFarmer, confirmByOffice } from './order-rules.ts';

/** A farmer confirms a booking, or signs off the work that is going on; the office confirms for a caller. */
export function confirmOrder(acting: CommandContext, orderId: string): Promise<Row> {
  const byFarmer = acting.actor.role === 'farmer';
  return actOnOrder(acting, orderId, byFarmer ? isOwn : allowAny, ({ order, actor }) => {
    const change = byFarmer ? confirmByFarmer(order) : confirmByOffice(order, actor.role);
    return change === undefined ? undefined : { change };
  });
}
