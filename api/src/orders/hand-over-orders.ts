import type { Database, Tx } from '../platform/postgres/database.ts';
import { distributeOrders } from './hand-over-rules.ts';
import { listInactiveReceptionists, lockOpenOrdersOf, readLoads, reassignOrders } from './hand-over-store.ts';

/** Distributes the open orders of a leaving receptionist among the others. Returns the number of orders. */
export async function handOverOrders(tx: Tx, leaverId: string): Promise<number> {
  const orderIds = await lockOpenOrdersOf(tx, leaverId);
  if (orderIds.length > 0) await reassignOrders(tx, leaverId, orderIds, distributeOrders(orderIds, await readLoads(tx, leaverId)));
  return orderIds.length;
}

/**
 * Hands over open orders that are still assigned to inactive receptionists. Bookings do not lock the receptionist, so an order can be
 * assigned to one who is deactivated at the same time.
 */
export async function reassignOrphanedOrders(database: Database): Promise<void> {
  for (const leaverId of await listInactiveReceptionists(database.read)) await database.transaction((tx) => handOverOrders(tx, leaverId));
}
