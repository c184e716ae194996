import type { Catalog } from '../catalog/catalog.ts';
import { reassignOrphanedOrders } from '../orders/hand-over-orders.ts';
import { freePlaces, lockOrder, saveChange } from '../orders/order-change-store.ts';
import { type Change, cancel, objectionPeriodHours, signOff } from '../orders/order-rules.ts';
import type { Place } from '../orders/place.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { lockExpiredBookings, lockOverdueSignOffs } from './fieldwork-store.ts';

/**
 * Signs off reported work without an objection for 72 hours, cancels unconfirmed bookings whose session has begun, and hands over orders
 * of inactive receptionists. Several processes can run it at the same time: rows locked by another one are skipped.
 */
export async function runTimers(database: Database, catalog: Catalog, now: Date): Promise<number> {
  const { company } = await catalog.facts();
  const wall = wallTime(now, company.timeZone);
  const write = (tx: Tx, orderId: string, change: Change, reason: string) =>
    saveChange(tx, orderId, change, { actorId: null, receptionistId: null, now, today: wall.date, reason });

  const signedOff = await database.transaction(async (tx) => {
    const ids = await lockOverdueSignOffs(tx, new Date(now.getTime() - objectionPeriodHours * 3_600_000));
    for (const id of ids) {
      const order = await lockOrder(tx, id);
      if (order !== undefined) await write(tx, id, signOff(order, 'system'), `no objection for ${objectionPeriodHours} hours`);
    }
    return ids.length;
  });
  const expired = await database.transaction(async (tx) => {
    const ids = await lockExpiredBookings(tx, wall.date, wall.time);
    const places: Place[] = [];
    for (const id of ids) {
      const order = await lockOrder(tx, id);
      if (order === undefined) continue;
      await write(tx, id, cancel(order, 'system', 0), 'not confirmed before its session');
      places.push(order);
    }
    await freePlaces(tx, places);
    return ids.length;
  });
  await reassignOrphanedOrders(database);
  return signedOff + expired;
}
