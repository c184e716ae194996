import type { Row } from '../platform/postgres/database.ts';
import { type Acting, actOnOrder, isAnyones, isOwn } from './act-on-order.ts';
import { confirmByFarmer, confirmByOffice } from './order-rules.ts';

/** A farmer confirms a booking, or signs off the work that is going on; the office confirms for a caller. */
export function confirmOrder(acting: Acting, orderId: string): Promise<Row> {
  const byFarmer = acting.actor.role === 'farmer';
  return actOnOrder(acting, orderId, byFarmer ? isOwn : isAnyones, ({ order, actor }) => {
    const change = byFarmer ? confirmByFarmer(order) : confirmByOffice(order, actor.role);
    return change === undefined ? undefined : { change };
  });
}
