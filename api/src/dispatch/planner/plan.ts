import type { Highs } from 'highs';
import { type Assignment, emptyAssignment, totalCost } from './assignment.ts';
import { type SearchLimits, type SearchResult, search } from './branching.ts';
import { checkPlan } from './checker.ts';
import { generateColumns } from './columns.ts';
import { explainConflicts } from './conflicts.ts';
import { explainOrders, idsOf } from './explain.ts';
import { keepPreviousCrews } from './heuristic.ts';
import { createInstance, type Instance } from './instance.ts';
import { itineraries } from './itinerary.ts';
import { Master, MasterLayout } from './master.ts';
import type { DayPlan, Plan } from './model.ts';
import { getSolver, memoryRefusals, replaceSolver } from './solver.ts';

/** Of the time limit, this part is kept for explanations. */
const explainShare = 0.2;

/**
 * Plans a day. The same day and seed give the same plan, unless the time limit or a cancellation ends the search: then the plan is the best
 * one found, with the gap to the proven bound.
 */
export const plan: Plan = async (day, options, onProgress = () => {}, isCancelled = () => false): Promise<DayPlan> => {
  let highs = await getSolver();
  const refusals = memoryRefusals();
  const instance = createInstance(day);
  const began = performance.now();
  const isPast = (limitMs: number): boolean => performance.now() - began >= limitMs || isCancelled();
  const searchMs = options.timeLimitMs * (1 - explainShare);
  const limits: SearchLimits = {
    isOver: () => isPast(searchMs),
    isCancelled,
    remainingMs: () => Math.max(1, searchMs - (performance.now() - began)),
    seed: options.seed,
    onProgress: (phase, assignment, bound) =>
      onProgress({
        phase,
        cost: totalCost(instance, assignment),
        lowerBound: Math.max(bound, smallestCost(instance)),
        ordersWithoutCrew: countWithout(assignment),
      }),
  };
  const found = search(highs, instance, limits);
  if (memoryRefusals() > refusals) highs = await replaceSolver();
  const { assignment } = found;
  const lowerBound = Math.max(found.lowerBound, smallestCost(instance));
  const crews = assignment.crews.map((crew) => idsOf(instance, crew));
  const { problems, cost } = checkPlan(day, crews);
  if (problems.length > 0 || cost.total !== found.cost) {
    throw new Error(`The plan breaks a rule or its cost is wrong: ${[...problems, `${cost.total} and ${found.cost}`].join('; ')}`);
  }
  onProgress({ phase: 'explain', cost: found.cost, lowerBound, ordersWithoutCrew: countWithout(assignment) });
  const isOver = (): boolean => isPast(options.timeLimitMs);
  const minOrdersWithoutCrew = countWithout(assignment) === 0 ? 0 : fewestWithout(highs, instance, found, isOver);
  return {
    status: lowerBound >= found.cost ? 'optimal' : 'limit',
    orders: explainOrders(instance, assignment),
    cost,
    previousCost: costOfPreviousCrews(instance),
    lowerBound,
    gap: found.cost === 0 ? 0 : (found.cost - lowerBound) / Math.abs(found.cost),
    minOrdersWithoutCrew,
    routes: itineraries(instance, assignment),
    unplaced: explainConflicts(highs, instance, assignment, isOver),
  };
};

const countWithout = ({ crews }: Assignment): number => crews.filter((crew) => crew.length === 0).length;

/** A bound that needs no computation: only bonuses are below zero. */
function smallestCost({ day }: Instance): number {
  return -day.settings.weights.firstJobBonus * day.sprayers.filter(({ expertise }) => expertise === 'apprentice').length;
}

function costOfPreviousCrews(instance: Instance): DayPlan['previousCost'] {
  const before = emptyAssignment(instance);
  keepPreviousCrews(instance, before);
  return checkPlan(
    instance.day,
    before.crews.map((crew) => idsOf(instance, crew)),
  ).cost;
}

/** No plan leaves fewer orders without a crew: the linear program that counts nothing else, rounded up. */
function fewestWithout(highs: Highs, instance: Instance, { assignment, routes }: SearchResult, isOver: () => boolean): number {
  const master = new Master(highs, new MasterLayout(instance), { isCount: true });
  try {
    master.add(routes);
    const { lowerBound } = generateColumns(master, { isOver, costScale: 0 });
    return Math.max(0, Math.min(countWithout(assignment), Math.ceil(lowerBound - 1e-4)));
  } finally {
    master.dispose();
  }
}
