import type { Database, Tx } from '../platform/postgres/database.ts';
import { distributeOrders } from './hand-over-rules.ts';
import { listInactiveReceptionists, lockOrdersKeptBy, readLoads, reassignOrders } from './hand-over-store.ts';

/** Someone leaves the office: their open orders go to those who stay. Answers with how many there were. */
export async function handOverOrders(tx: Tx, leaverId: string): Promise<number> {
  const orderIds = await lockOrdersKeptBy(tx, leaverId);
  if (orderIds.length > 0) await reassignOrders(tx, leaverId, orderIds, distributeOrders(orderIds, await readLoads(tx, leaverId)));
  return orderIds.length;
}

/**
 * An order that was being booked, or acted on, in the moment in which its receptionist left may still be theirs. Bookings
 * do not wait for that; what is left behind is handed over here.
 */
export async function reassignOrphanedOrders(database: Database): Promise<void> {
  for (const leaverId of await listInactiveReceptionists(database.read)) await database.transaction((tx) => handOverOrders(tx, leaverId));
}
