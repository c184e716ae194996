import { findUnlicensed } from '../equipment/licence-store.ts';
import { AppError } from '../errors.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { findAbsent } from './absence-store.ts';
import type { OrderConflict, OrderPlan } from './bulk-rules.ts';
import { checkCrew } from './check-crew.ts';
import { checkBans } from './crew-rules.ts';
import { addCrew, findBusy, lockSprayers, removeCrewExcept } from './crew-store.ts';
import { readDailyJobs } from './sprayer-planning-store.ts';

/** An order with its new place and crew. */
export interface CrewPlan extends Pick<OrderPlan, 'date' | 'sessionId' | 'crewIds'> {
  orderId: string;
}

export interface NewCrew extends CrewPlan {
  farmerId: string;
}

const allMembers = (plans: readonly CrewPlan[]): string[] => [...new Set(plans.flatMap(({ crewIds }) => crewIds))];

/**
 * For orders that move together with their crews: ids of those whose crew is absent at the new time, busy with an order that does not
 * move or moves to the same time, or at the limit of jobs on the new date.
 */
export async function findBusyCrew(tx: Tx, plans: readonly CrewPlan[]): Promise<Set<string>> {
  await lockSprayers(tx, allMembers(plans));
  const busy = new Set<string>();
  const taken = new Set<string>();
  const moving = plans.map(({ orderId }) => orderId);
  const kept = new Map<string, number>();
  for (const { orderId, crewIds, date, sessionId } of plans) {
    const keys = crewIds.map((id) => `${id} ${date} ${sessionId}`);
    const isTaken = keys.some((key) => taken.has(key)) || (await findBusy(tx, crewIds, date, sessionId, orderId)).length > 0;
    const isOver = (await readDailyJobs(tx, crewIds, date, moving)).some(
      ({ sprayerId, jobs, limit }) => jobs + (kept.get(`${sprayerId} ${date}`) ?? 0) >= limit,
    );
    const isUnlicensed = (await findUnlicensed(tx, crewIds, date)).length > 0;
    if (isTaken || isOver || isUnlicensed || (await findAbsent(tx, crewIds, date, sessionId)).length > 0) {
      busy.add(orderId);
      continue;
    }
    for (const key of keys) taken.add(key);
    for (const id of crewIds) kept.set(`${id} ${date}`, (kept.get(`${id} ${date}`) ?? 0) + 1);
  }
  return busy;
}

/**
 * Replaces the crews of many orders: first removes all present crews, so that orders can exchange theirs. A ban blocks, it cannot be
 * overridden here. Returns the blocking orders; if there are any, the caller must roll back.
 */
export async function replaceCrews(tx: Tx, plans: readonly NewCrew[]): Promise<OrderConflict[]> {
  const active = await lockSprayers(tx, allMembers(plans));
  for (const { orderId } of plans) await removeCrewExcept(tx, orderId, []);
  const conflicts: OrderConflict[] = [];
  for (const plan of plans) {
    const { orderId, crewIds, date, sessionId } = plan;
    if (crewIds.length === 0) continue;
    try {
      checkBans(await checkCrew(tx, plan, crewIds, active));
      await addCrew(tx, orderId, crewIds, date, sessionId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      conflicts.push({ orderId, code: error.code, message: error.message });
    }
  }
  return conflicts;
}
