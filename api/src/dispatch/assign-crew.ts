import { AppError } from '../errors.ts';
import { actOnOrder, allowAny, type CommandContext, type OrderContext } from '../orders/act-on-order.ts';
import { assign } from '../orders/order-rules.ts';
import type { Place } from '../orders/place.ts';
import type { Row } from '../platform/postgres/database.ts';
import { findAbsent } from './absence-store.ts';
import { checkFree, checkPresent, checkTeam } from './crew-rules.ts';
import { addCrew, findBusy, lockSprayers, readCrew, removeCrewExcept } from './crew-store.ts';

/** Assigns or replaces the crew of an order; removed sprayers are notified. */
export function assignCrew(command: CommandContext, orderId: string, sprayerIds: string[]): Promise<Row> {
  return actOnOrder(command, orderId, allowAny, async ({ tx, order, actor }) => {
    const change = assign(order, actor.role);
    const before = await readCrew(tx, order.id);
    if (order.status === 'assigned' && sameIds(before, sprayerIds)) return undefined;
    const crew = await lockSprayers(tx, sprayerIds);
    const unknown = sprayerIds.filter((id) => !crew.some((member) => member.id === id));
    if (unknown.length > 0) throw new AppError('CREW_UNKNOWN', `${unknown.join(' and ')} is not an active sprayer.`);
    checkTeam(crew);
    const busy = await findBusy(tx, sprayerIds, order.date, order.sessionId, order.id);
    checkFree(crew.filter(({ id }) => busy.includes(id)));
    const absent = await findAbsent(tx, sprayerIds, order.date, order.sessionId);
    checkPresent(crew.filter(({ id }) => absent.includes(id)));
    await removeCrewExcept(tx, order.id, sprayerIds);
    await addCrew(tx, order.id, sprayerIds, order.date, order.sessionId);
    const removed = before.filter((id) => !sprayerIds.includes(id));
    if (removed.length > 0) change.events.push('unassigned');
    return { change, extraRecipientIds: removed };
  });
}

const sameIds = (a: string[], b: string[]): boolean => a.length === b.length && a.every((id) => b.includes(id));

/** Removes the crew from an order that is rescheduled, if a member is busy or absent at the new time; returns the ids of the removed sprayers. */
export async function releaseBusyCrew({ tx, order }: OrderContext, moveTo: Place): Promise<string[]> {
  const crew = await readCrew(tx, order.id);
  await lockSprayers(tx, crew);
  const busy = await findBusy(tx, crew, moveTo.date, moveTo.sessionId, order.id);
  if (busy.length === 0 && (await findAbsent(tx, crew, moveTo.date, moveTo.sessionId)).length === 0) return [];
  await removeCrewExcept(tx, order.id, []);
  return crew;
}
