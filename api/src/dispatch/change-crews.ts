import { AppError } from '../errors.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { findAbsent } from './absence-store.ts';
import type { OrderConflict, OrderPlan } from './bulk-rules.ts';
import { checkFree, checkPresent, checkTeam } from './crew-rules.ts';
import { addCrew, findBusy, lockSprayers, removeCrewExcept } from './crew-store.ts';

/** An order with its new place and crew. */
export interface CrewPlan extends Pick<OrderPlan, 'date' | 'sessionId' | 'crewIds'> {
  orderId: string;
}

const allMembers = (plans: readonly CrewPlan[]): string[] => [...new Set(plans.flatMap(({ crewIds }) => crewIds))];

/**
 * For orders that move together with their crews: ids of those whose crew is absent at the new time, or busy with an order that does not
 * move or moves to the same time.
 */
export async function findBusyCrew(tx: Tx, plans: readonly CrewPlan[]): Promise<Set<string>> {
  await lockSprayers(tx, allMembers(plans));
  const busy = new Set<string>();
  const taken = new Set<string>();
  for (const { orderId, crewIds, date, sessionId } of plans) {
    const keys = crewIds.map((id) => `${id} ${date} ${sessionId}`);
    const isTaken = keys.some((key) => taken.has(key)) || (await findBusy(tx, crewIds, date, sessionId, orderId)).length > 0;
    if (isTaken || (await findAbsent(tx, crewIds, date, sessionId)).length > 0) busy.add(orderId);
    else for (const key of keys) taken.add(key);
  }
  return busy;
}

/**
 * Replaces the crews of many orders: first removes all present crews, so that orders can exchange theirs. Returns the blocking orders; if
 * there are any, the caller must roll back.
 */
export async function replaceCrews(tx: Tx, plans: readonly CrewPlan[]): Promise<OrderConflict[]> {
  const active = new Map((await lockSprayers(tx, allMembers(plans))).map((member) => [member.id, member]));
  for (const { orderId } of plans) await removeCrewExcept(tx, orderId, []);
  const conflicts: OrderConflict[] = [];
  for (const { orderId, crewIds, date, sessionId } of plans) {
    if (crewIds.length === 0) continue;
    try {
      const crew = crewIds.flatMap((id) => active.get(id) ?? []);
      const unknown = crewIds.filter((id) => !active.has(id));
      if (unknown.length > 0) throw new AppError('CREW_UNKNOWN', `${unknown.join(' and ')} is not an active sprayer.`);
      checkTeam(crew);
      const busy = await findBusy(tx, crewIds, date, sessionId, orderId);
      checkFree(crew.filter(({ id }) => busy.includes(id)));
      const absent = await findAbsent(tx, crewIds, date, sessionId);
      checkPresent(crew.filter(({ id }) => absent.includes(id)));
      await addCrew(tx, orderId, crewIds, date, sessionId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      conflicts.push({ orderId, code: error.code, message: error.message });
    }
  }
  return conflicts;
}
