import { listAbsences } from '../dispatch/absence-store.ts';
import { enterAbsence } from '../dispatch/change-absence.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../orders/order.ts';
import { cancelPlan, findRunningPlan } from './crew-plan-store.ts';
import { type PlanContext, type PlanRequest, startPlan } from './start-plan.ts';

export interface Illness {
  sprayerId: string;
  date: string;
}

/**
 * A sprayer is ill on a date: saves the absence, unless there is one for the day, and plans the day again with the fewest changes. A plan
 * of the date that is being made does not know of the absence, so it is cancelled.
 */
export async function reportIllness(
  context: PlanContext,
  actor: Actor,
  { sprayerId, date }: Illness,
  options: Pick<PlanRequest, 'seed' | 'timeLimitMs'>,
): Promise<string> {
  const { database, catalog, clock, runner } = context;
  const absences = await listAbsences(database.write, { from: date, to: date, sprayerId, state: 'approved' }, 100, 0);
  if (!absences.some(({ sessionIds }) => sessionIds === null)) {
    const illness = { from: date, to: date, kind: 'illness' } as const;
    await enterAbsence({ database, catalog, actor, now: clock() }, sprayerId, illness).catch((error: unknown) => {
      // A colleague has reported it meanwhile.
      if (!(error instanceof AppError) || error.code !== 'ABSENCE_EXISTS') throw error;
    });
  }
  const request = { ...options, date, fewestChanges: true, absentId: sprayerId };
  try {
    return await startPlan(context, actor, request);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PLAN_RUNNING') throw error;
    const running = await findRunningPlan(database.write, date);
    if (running !== undefined) {
      await cancelPlan(database.write, running, clock());
      runner.stop(running);
    }
    return startPlan(context, actor, request);
  }
}
