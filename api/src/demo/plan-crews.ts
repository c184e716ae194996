import type { Catalog } from '../catalog/catalog.ts';
import { acceptPlan } from '../crew-plan/accept-plan.ts';
import { insertPlan } from '../crew-plan/crew-plan-store.ts';
import { savePlan } from '../crew-plan/save-plan.ts';
import { solveInWorker } from '../crew-plan/solve-in-worker.ts';
import { type PlannerInput, readPlannerInput } from '../dispatch/read-planner-input.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../orders/order.ts';
import type { Database } from '../platform/postgres/database.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { hasAcceptedPlan } from './demo-store.ts';

const daysAhead = [1, 2, 3, 4, 5];
const timeLimitMs = 5_000;

/** A crew plan for the busiest of the next days, ready to be looked at. It changes no order. After the transaction of the demo data, because it takes a second. */
export async function planCrews(database: Database, catalog: Catalog, office: Actor, now: Date): Promise<void> {
  const today = wallTime(now, (await catalog.facts()).company.timeZone).date;
  const inputs: PlannerInput[] = [];
  for (const days of daysAhead) {
    const input = await readPlannerInput({ database, catalog, now }, addDays(today, days)).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (input !== undefined) inputs.push(input);
  }
  const busiest = inputs.sort((a, b) => b.orders.length - a.orders.length)[0];
  if (busiest === undefined) return;
  await solveAndSave(database, office, busiest, now);
}

/** A real plan of a date, accepted. Does nothing if the date has an accepted plan. */
export async function planAndAccept(database: Database, catalog: Catalog, office: Actor, date: string, now: Date): Promise<void> {
  if (await hasAcceptedPlan(database.write, date)) return;
  const id = await solveAndSave(database, office, await readPlannerInput({ database, catalog, now }, date), now);
  if (id !== undefined) await acceptPlan({ database, catalog, actor: office, now }, id, undefined);
}

/** undefined: the date is being planned by another process. */
async function solveAndSave(
  database: Database,
  office: Actor,
  { date, day, orders }: PlannerInput,
  now: Date,
): Promise<string | undefined> {
  const began = performance.now();
  const found = await solveInWorker(day, { seed: 0, timeLimitMs }, () => {}, AbortSignal.timeout(timeLimitMs * 4));
  const [holder, elapsedMs] = ['demo', performance.now() - began];
  const options = { fewestChanges: false, absentId: null, basedOn: null, seed: 0, timeLimitMs };
  const id = await insertPlan(database, { ...options, date, actorId: office.id, holder, now });
  if (id === undefined) return undefined;
  const statuses = new Map(orders.map((order) => [order.id, order.status]));
  await savePlan(database, { id, day, statuses, pins: new Map() }, found, { holder, elapsedMs, travel: 'great_circle', now });
  return id;
}
