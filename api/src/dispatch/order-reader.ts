import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { findFarmerOrder, orderExists } from '../orders/order-store.ts';
import type { Db } from '../platform/postgres/database.ts';
import { isCrewMember } from './crew-store.ts';

/** Throws NOT_FOUND unless the order is the farmer's own, or the sprayer is on its crew, or the reader is in the office. */
export async function checkReadable(db: Db, orderId: string, { id, role }: Actor): Promise<void> {
  const isReadable =
    role === 'farmer'
      ? (await findFarmerOrder(db, orderId, id)) !== undefined
      : role === 'sprayer'
        ? await isCrewMember(db, orderId, id)
        : await orderExists(db, orderId);
  if (!isReadable) throw orderNotFound();
}
