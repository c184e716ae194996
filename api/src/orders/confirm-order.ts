import type { Row } from '../platform/postgres/database.ts';
import { actOnOrder, allowAny, type CommandContext, isOwn } from './act-on-order.ts';
import { confirmByFarmer, confirmByOffice } from './order-rules.ts';

/** Confirms a booking. By a farmer and for an order in progress, it is the sign-off. */
export function confirmOrder(command: CommandContext, orderId: string): Promise<Row> {
  const isFarmer = command.actor.role === 'farmer';
  return actOnOrder(command, orderId, isFarmer ? isOwn : allowAny, ({ order, actor }) => {
    const change = isFarmer ? confirmByFarmer(order) : confirmByOffice(order, actor.role);
    return change === undefined ? undefined : { change };
  });
}
