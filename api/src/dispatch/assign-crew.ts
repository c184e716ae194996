import { insertAudit } from '../accounts/audit-store.ts';
import { actOnOrder, allowAny, type CommandContext, type Decision, type OrderContext } from '../orders/act-on-order.ts';
import { saveChange } from '../orders/order-change-store.ts';
import { assign, noteOnBan } from '../orders/order-rules.ts';
import type { Place } from '../orders/place.ts';
import type { Row } from '../platform/postgres/database.ts';
import { findBusyCrew } from './change-crews.ts';
import { checkCrew } from './check-crew.ts';
import { type BrokenBan, checkBans } from './crew-rules.ts';
import { addCrew, lockSprayers, readCrew, removeCrewExcept } from './crew-store.ts';

/** Assigns or replaces the crew of an order; removed sprayers are notified. `overrideReason`: why the crew may break a ban. */
export function assignCrew(
  command: CommandContext,
  orderId: string,
  sprayerIds: string[],
  overrideReason?: string | undefined,
): Promise<Row> {
  return actOnOrder(command, orderId, allowAny, async (context) => {
    const { tx, order, actor, now, wall } = context;
    const change = assign(order, actor.role);
    const before = await readCrew(tx, order.id);
    if (order.status === 'assigned' && sameIds(before, sprayerIds)) return undefined;
    const active = await lockSprayers(tx, sprayerIds);
    const broken = await checkCrew(tx, { ...order, orderId }, sprayerIds, active);
    const reason = overrideReason?.trim() || undefined;
    if (reason === undefined) checkBans(broken);
    await removeCrewExcept(tx, order.id, sprayerIds);
    await addCrew(tx, order.id, sprayerIds, order.date, order.sessionId);
    const removed = before.filter((id) => !sprayerIds.includes(id));
    if (removed.length > 0) change.events.push('unassigned');
    if (reason === undefined || broken.length === 0) return { change, extraRecipientIds: removed };
    const details = { actorId: actor.id, receptionistId: actor.id, now, today: wall.date, extraRecipientIds: removed };
    await saveChange(tx, order.id, change, details);
    return noteOverride(context, broken, reason);
  });
}

/** An entry in the history after that of the assignment, and one in the audit trail. */
async function noteOverride({ tx, order, actor, now }: OrderContext, broken: readonly BrokenBan[], reason: string): Promise<Decision> {
  const bans = broken.map(({ sprayer, otherSprayer }) => `${sprayer} – ${otherSprayer ?? 'the farmer of the order'}`).join(', ');
  const changes = Object.entries({ bans, reason }).map(([field, to]) => ({ field, from: null, to }));
  await insertAudit(tx, { actorId: actor.id, action: 'order_ban_override', subjectType: 'order', subjectId: order.id, changes }, now);
  return { change: noteOnBan(order), reason };
}

const sameIds = (a: string[], b: string[]): boolean => a.length === b.length && a.every((id) => b.includes(id));

/**
 * Removes the crew from an order that is rescheduled, if a member is busy, absent or at the limit of jobs at the new time; returns the ids
 * of the removed sprayers.
 */
export async function releaseBusyCrew({ tx, order }: OrderContext, moveTo: Place): Promise<string[]> {
  const crewIds = await readCrew(tx, order.id);
  if ((await findBusyCrew(tx, [{ orderId: order.id, ...moveTo, crewIds }])).size === 0) return [];
  await removeCrewExcept(tx, order.id, []);
  return crewIds;
}
