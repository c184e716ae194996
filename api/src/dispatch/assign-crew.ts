import { AppError } from '../errors.ts';
import { actOnOrder, allowAny, type CommandContext, type OrderContext } from '../orders/act-on-order.ts';
import { assign } from '../orders/order-rules.ts';
import type { Place } from '../orders/place.ts';
import type { Row } from '../platform/postgres/database.ts';
import { checkFree, checkTeam } from './crew-rules.ts';
import { addCrew, findBusy, lockSprayers, readCrew, removeCrewExcept } from './crew-store.ts';

/** Gives an order its crew, or another one; whoever is taken off it is told. */
export function assignCrew(acting: CommandContext, orderId: string, sprayerIds: string[]): Promise<Row> {
  return actOnOrder(acting, orderId, allowAny, async ({ tx, order, actor }) => {
    const change = assign(order, actor.role);
    const before = await readCrew(tx, order.id);
    if (order.status === 'assigned' && sameIds(before, sprayerIds)) return undefined;
    const crew = await lockSprayers(tx, sprayerIds);
    const unknown = sprayerIds.filter((id) => !crew.some((member) => member.id === id));
    if (unknown.length > 0) throw new AppError('CREW_UNKNOWN', `${unknown.join(' and ')} is not an active sprayer.`);
    checkTeam(crew);
    const busy = await findBusy(tx, sprayerIds, order.date, order.sessionId, order.id);
    checkFree(crew.filter(({ id }) => busy.includes(id)));
    await removeCrewExcept(tx, order.id, sprayerIds);
    await addCrew(tx, order.id, sprayerIds, order.date, order.sessionId);
    const dropped = before.filter((id) => !sprayerIds.includes(id));
    if (dropped.length > 0) change.events.push('unassigned');
    return { change, people: dropped };
  });
}

const sameIds = (a: string[], b: string[]): boolean => a.length === b.length && a.every((id) => b.includes(id));

/** For a new time: the crew stays if all of it is free then, and is let go if not. */
export async function releaseBusyCrew({ tx, order }: OrderContext, moveTo: Place): Promise<string[]> {
  const crew = await readCrew(tx, order.id);
  await lockSprayers(tx, crew);
  const busy = await findBusy(tx, crew, moveTo.date, moveTo.sessionId, order.id);
  if (busy.length === 0) return [];
  await removeCrewExcept(tx, order.id, []);
  return crew;
}
