import type { DayPlan, UnplacedOrder } from '../dispatch/planner/model.ts';
import type { Database } from '../platform/postgres/database.ts';
import { insertPlanRows, type NewPlanRow, saveRoutes } from './crew-plan-row-store.ts';
import type { TravelSource } from './crew-plan-rules.ts';
import { completePlan } from './crew-plan-store.ts';
import type { PlanTask } from './plan-runner.ts';

type PlannedDay = Pick<PlanTask, 'id' | 'day' | 'statuses' | 'pins'>;

/** Stores what was found with its rows and ways. Changes nothing if the plan was cancelled or its lease was lost. */
export async function savePlan(
  database: Database,
  task: PlannedDay,
  found: DayPlan,
  how: { holder: string; elapsedMs: number; travel: TravelSource; now: Date },
): Promise<void> {
  await database.transaction(async (tx) => {
    const figures = { ...found, isOptimal: found.status === 'optimal' };
    if (!(await completePlan(tx, { ...how, id: task.id }, figures, task.day))) return;
    await insertPlanRows(tx, task.id, rowsOf(task, found));
    await saveRoutes(tx, task.id, found.routes);
  });
}

function rowsOf({ statuses, pins, day }: PlannedDay, found: DayPlan): NewPlanRow[] {
  const unplaced = new Map(found.unplaced.map((order: UnplacedOrder) => [order.orderId, order]));
  const planned = new Map(found.orders.map((order) => [order.orderId, order]));
  return day.orders.map((order) => {
    const { crew = [], reasons = [], alternative } = planned.get(order.id) ?? {};
    const conflict = unplaced.get(order.id);
    return {
      orderId: order.id,
      sessionId: order.sessionId,
      beforeStatus: statuses.get(order.id) ?? 'confirmed',
      beforeCrew: order.previousCrew,
      crew,
      isPinned: pins.has(order.id) && crew.length > 0,
      reasons,
      alternative: alternative ?? null,
      unplaced: conflict === undefined ? null : { conflict: conflict.conflict, isMinimal: conflict.isMinimal, ...resolutionOf(conflict) },
    };
  });
}

const resolutionOf = ({ resolution }: UnplacedOrder) => (resolution === undefined ? {} : { resolution });
