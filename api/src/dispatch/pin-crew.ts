import { differences, insertAudit } from '../accounts/audit-store.ts';
import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { lockOrder } from '../orders/order-change-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import { findBrokenBans } from './crew-ban-store.ts';
import { checkBans, checkTeam, type Pin } from './crew-rules.ts';
import { lockSprayers } from './crew-store.ts';
import { deletePin, findPin, savePin } from './order-pin-store.ts';

interface PinContext {
  database: Database;
  actor: Actor;
  now: Date;
}

const pinnable = ['pending', 'confirmed', 'assigned'];

const forAudit = (pin: Pin | undefined) => ({ kind: pin?.kind ?? null, sprayerIds: pin?.sprayerIds.join(', ') ?? null });

/** Fixes the crew of an order that has not begun. An assigned crew stays. Lock order: order, sprayers by id. */
export function pinCrew({ database, actor, now }: PinContext, orderId: string, pin: Pin): Promise<void> {
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    if (!pinnable.includes(order.status))
      throw new AppError('ACTION_NOT_ALLOWED', 'The work has begun, or the order is closed, so its crew cannot be pinned any more.');
    const ids = [...pin.sprayerIds];
    const active = await lockSprayers(tx, ids);
    const unknown = ids.filter((id) => !active.some((sprayer) => sprayer.id === id));
    if (unknown.length > 0) throw new AppError('CREW_UNKNOWN', `${unknown.join(' and ')} is not an active sprayer.`);
    if (pin.kind === 'crew') checkTeam(active);
    checkBans(await findBrokenBans(tx, ids, order.farmerId));
    const before = await findPin(tx, orderId);
    await savePin(tx, orderId, pin, actor.id, now);
    const changes = differences(forAudit(before), forAudit({ ...pin, sprayerIds: active.map(({ id }) => id) }));
    if (changes.length > 0)
      await insertAudit(tx, { actorId: actor.id, action: 'pin_set', subjectType: 'order', subjectId: orderId, changes }, now);
  });
}

/** Does nothing if there is no pin. */
export function unpinCrew({ database, actor, now }: PinContext, orderId: string): Promise<void> {
  return database.transaction(async (tx) => {
    if ((await lockOrder(tx, orderId)) === undefined) throw orderNotFound();
    const before = await findPin(tx, orderId);
    if (before === undefined) return;
    await deletePin(tx, orderId);
    const changes = differences(forAudit(before), forAudit(undefined));
    await insertAudit(tx, { actorId: actor.id, action: 'pin_remove', subjectType: 'order', subjectId: orderId, changes }, now);
  });
}
