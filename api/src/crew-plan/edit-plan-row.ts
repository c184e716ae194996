import { checkPlan } from '../dispatch/planner/checker.ts';
import { explainChanged } from '../dispatch/planner/explain.ts';
import type { PlanDay } from '../dispatch/planner/model.ts';
import { AppError, invalid } from '../errors.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import { type CrewChoice, checkChoice, listCrewChoices } from './crew-choice-rules.ts';
import { readNames } from './crew-plan-list-store.ts';
import { changePlanCrew, listStoredPlanRows, pinPlanRow, type StoredPlanRow, saveReasons, saveRoutes } from './crew-plan-row-store.ts';
import { checkReady, sameCrew } from './crew-plan-rules.ts';
import { findPlanState, lockPlan, readPlanInput, savePlanCost } from './crew-plan-store.ts';
import { routesOf } from './plan-route-rules.ts';
import { planNotFound } from './start-plan.ts';

export const planRowNotFound = (): AppError => new AppError('NOT_FOUND', 'This order is not part of the plan.');

export interface RowChange {
  /** Empty: no crew. */
  sprayerIds?: string[] | undefined;
  isPinned?: boolean | undefined;
}

const crewsOf = (day: PlanDay, rows: readonly StoredPlanRow[]): string[][] => {
  const crews = new Map(rows.map(({ orderId, crew }) => [orderId, crew]));
  return day.orders.map(({ id }) => crews.get(id) ?? []);
};

/** Gives an order of a ready proposal another crew, or pins it. A chosen crew is pinned unless the request says otherwise. */
export async function editPlanRow(database: Database, id: string, orderId: string, { sprayerIds, isPinned }: RowChange): Promise<void> {
  await database.transaction(async (tx) => {
    const plan = await lockPlan(tx, id);
    if (plan === undefined) throw planNotFound();
    const rows = await listStoredPlanRows(tx, id);
    const row = rows.find((one) => one.orderId === orderId);
    if (row === undefined) throw planRowNotFound();
    checkReady(plan);
    const crew = sprayerIds ?? row.crew;
    if (isPinned === true && crew.length === 0) throw invalid({ path: 'isPinned', message: 'needs a crew' });
    if (sprayerIds !== undefined && !sameCrew(sprayerIds, row.crew)) await changeCrew(tx, id, orderId, sprayerIds, rows);
    const pinned = isPinned ?? (sprayerIds === undefined ? row.isPinned : sprayerIds.length > 0);
    if (pinned !== row.isPinned) await pinPlanRow(tx, id, orderId, pinned);
  });
}

async function changeCrew(
  tx: Parameters<typeof changePlanCrew>[0],
  id: string,
  orderId: string,
  crew: string[],
  rows: readonly StoredPlanRow[],
): Promise<void> {
  const day = await readPlanInput(tx, id);
  const crews = crewsOf(day, rows);
  const at = day.orders.findIndex((order) => order.id === orderId);
  const names = await readNames(tx, crew);
  checkChoice(day, crews, at, crew, (sprayerId) => names.get(sprayerId) ?? sprayerId);
  const affected = affectedBy(day, crews, rows, at, crew);
  crews[at] = crew;
  await changePlanCrew(tx, id, orderId, crew);
  await saveReasons(tx, id, explainChanged(day, crews, affected));
  await savePlanCost(tx, id, checkPlan(day, crews).cost);
  await saveRoutes(tx, id, routesOf(day, crews));
}

/** Orders whose reasons or alternatives were computed with the old crew: those of its session, and those of everybody who joins or leaves. */
function affectedBy(day: PlanDay, crews: string[][], rows: readonly StoredPlanRow[], at: number, crew: readonly string[]): number[] {
  const people = new Set([...(crews[at] ?? []), ...crew]);
  const edited = new Set(rows.filter(({ isEdited }) => isEdited).map(({ orderId }) => orderId));
  const { sessionId } = day.orders[at] as PlanDay['orders'][number];
  return day.orders.flatMap((order, other) => {
    const isNear = order.sessionId === sessionId || crews[other]?.some((id) => people.has(id)) === true;
    return other !== at && isNear && (crews[other]?.length ?? 0) > 0 && !edited.has(order.id) ? [other] : [];
  });
}

const mostChoices = 60;

/** Crews that one order of a proposal could have while the others keep theirs, cheapest first. */
export async function listRowChoices(db: Db, id: string, orderId: string): Promise<CrewChoice[]> {
  const plan = await findPlanState(db, id);
  if (plan === undefined) throw planNotFound();
  const rows = await listStoredPlanRows(db, id);
  if (!rows.some((row) => row.orderId === orderId)) throw planRowNotFound();
  const day = await readPlanInput(db, id);
  const at = day.orders.findIndex((order) => order.id === orderId);
  return listCrewChoices(day, crewsOf(day, rows), at, mostChoices);
}
