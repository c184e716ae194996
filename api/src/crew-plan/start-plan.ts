import type { Catalog } from '../catalog/catalog.ts';
import type { PlanDay } from '../dispatch/planner/model.ts';
import { readPlannerInput } from '../dispatch/read-planner-input.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../orders/order.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { listStoredPlanRows } from './crew-plan-row-store.ts';
import { changeFactor, checkReady } from './crew-plan-rules.ts';
import { findPlanState, findRunningPlan, insertPlan } from './crew-plan-store.ts';
import type { PlanRunner } from './plan-runner.ts';

export interface PlanContext {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  runner: PlanRunner;
}

export interface PlanRequest {
  date: string;
  fewestChanges: boolean;
  seed: number;
  timeLimitMs: number;
  /** The sprayer whose absence is the reason. */
  absentId?: string;
  /** The proposal whose pinned rows are kept. */
  basedOn?: string;
  /** Crews that must stay, by order. */
  pins?: ReadonlyMap<string, string[]>;
}

export const planNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such plan.');

/** Stores a new proposal in state `planning` and lets this process make it; returns its id without waiting for it. */
export async function startPlan({ database, catalog, clock, runner }: PlanContext, actor: Actor, request: PlanRequest): Promise<string> {
  const { date, fewestChanges, seed, timeLimitMs, absentId = null, basedOn = null, pins = new Map() } = request;
  const input = await readPlannerInput({ database, catalog, now: clock() }, date);
  const plan = { date, actorId: actor.id, fewestChanges, absentId, basedOn, seed, timeLimitMs, holder: runner.holder, now: clock() };
  const id = await insertPlan(database, plan);
  if (id === undefined) throw planRunning(date, await findRunningPlan(database.write, date));
  const statuses = new Map(input.orders.map((order) => [order.id, order.status]));
  runner.start({ id, day: withOptions(input.day, fewestChanges, pins), statuses, pins, seed, timeLimitMs });
  return id;
}

function planRunning(date: string, id: string | undefined): AppError {
  return new AppError('PLAN_RUNNING', `Somebody is planning ${date} already. Wait for that plan, or cancel it.`, {
    errors: id === undefined ? [] : [{ path: `plan.${id}`, message: 'The plan that is being made.', code: 'PLAN_RUNNING' }],
  });
}

function withOptions(day: PlanDay, fewestChanges: boolean, pins: ReadonlyMap<string, string[]>): PlanDay {
  const { weights } = day.settings;
  const changed = { personRemoved: weights.personRemoved * changeFactor, personAdded: weights.personAdded * changeFactor };
  return {
    ...day,
    settings: { ...day.settings, weights: fewestChanges ? { ...weights, ...changed } : weights },
    orders: day.orders.map((order) => {
      const crew = pins.get(order.id);
      return crew === undefined ? order : { ...order, pin: { kind: 'crew' as const, sprayerIds: crew } };
    }),
  };
}

/** Plans the day of a proposal again; its pinned rows keep their crews. The new proposal replaces it once it is ready. */
export async function planAgain(
  context: PlanContext,
  actor: Actor,
  id: string,
  options: Pick<PlanRequest, 'seed' | 'timeLimitMs'>,
): Promise<string> {
  const { write } = context.database;
  const plan = await findPlanState(write, id);
  if (plan === undefined) throw planNotFound();
  checkReady(plan);
  const rows = await listStoredPlanRows(write, id);
  const pins = new Map(rows.filter(({ isPinned, crew }) => isPinned && crew.length > 0).map(({ orderId, crew }) => [orderId, crew]));
  return startPlan(context, actor, { ...options, date: plan.date, fewestChanges: plan.fewestChanges, basedOn: id, pins });
}
