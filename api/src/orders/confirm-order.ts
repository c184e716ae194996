import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { wallTime } from '../platform/clock.ts';
import type { Database, Row } from '../platform/db.ts';
import type { Actor } from './order.ts';
import { confirmByFarmer } from './order-rules.ts';
import { findFarmerOrder, lockOrder, saveChange } from './order-store.ts';

/** Another farmer's order and none at all look the same. */
export const orderNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such order.');

/** The farmer confirms a booking, or signs off the work that is going on. */
export async function confirmOrder(database: Database, catalog: Catalog, farmer: Actor, orderId: string, now: Date): Promise<Row> {
  const { company } = await catalog.facts();
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined || order.farmerId !== farmer.id) throw orderNotFound();
    const change = confirmByFarmer(order);
    if (change !== undefined) await saveChange(tx, orderId, change, farmer.id, now, wallTime(now, company.timeZone).date);
    return (await findFarmerOrder(tx, orderId, farmer.id)) as Row;
  });
}
