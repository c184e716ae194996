import { isCrewMember } from '../dispatch/crew-store.ts';
import type { Drone } from '../equipment/drone.ts';
import { deleteOrderDrone, findDroneOfOrder, findOrderWithDrone, lockDrone, saveOrderDrone } from '../equipment/drone-store.ts';
import { shareEquipmentSetting } from '../equipment/equipment-setting-store.ts';
import { checkRegistered } from '../equipment/licence-rules.ts';
import { AppError, invalid } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { lockOrder } from '../orders/order-change-store.ts';
import type { Database } from '../platform/postgres/database.ts';

/** Chooses the drone of an order; undefined: none. Possible until the work is reported. A drone sprays one order per session. */
export function chooseDrone(
  { database, actor, now }: { database: Database; actor: Actor; now: Date },
  orderId: string,
  droneId: string | undefined,
): Promise<Drone | undefined> {
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    if (actor.role === 'sprayer' && !(await isCrewMember(tx, orderId, actor.id))) throw orderNotFound();
    if (order.status === 'cancelled' || order.status === 'completed' || order.reported)
      throw new AppError('ACTION_NOT_ALLOWED', 'The work is reported or the order is closed, so its drone cannot be changed.');
    if (droneId === undefined) await deleteOrderDrone(tx, orderId);
    else {
      const drone = await lockDrone(tx, droneId);
      if (drone === undefined || !drone.active) throw invalid({ path: 'droneId', message: 'is not an active drone' });
      if ((await shareEquipmentSetting(tx)).requiresValidLicences) checkRegistered(drone, order.date);
      const takenBy = await findOrderWithDrone(tx, orderId, droneId);
      if (takenBy !== undefined)
        throw new AppError(
          'DRONE_TAKEN',
          `The drone ${drone.registration} sprays order ${takenBy} in this session. Please choose another one.`,
        );
      await saveOrderDrone(tx, orderId, droneId, actor.id, now);
    }
    return findDroneOfOrder(tx, orderId);
  });
}
