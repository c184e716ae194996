import type { Highs } from 'highs';
import { type Assignment, copyAssignment, totalCost } from './assignment.ts';
import { type GenerationResult, generateColumns, routesOf, shortenedRoutes } from './columns.ts';
import { isIntegral, toAssignment } from './extract.ts';
import { improve, quickPlan } from './heuristic.ts';
import type { Instance } from './instance.ts';
import { solveInteger } from './integer.ts';
import { Master, MasterLayout, routeKey } from './master.ts';
import type { PlanPhase } from './model.ts';
import { enumerateRoutes, type Route } from './routes.ts';
import { memoryRefusals } from './solver.ts';

export interface SearchResult {
  assignment: Assignment;
  cost: number;
  lowerBound: number;
  /** All routes that were generated. */
  routes: Route[];
}

export interface SearchLimits {
  isOver: () => boolean;
  isCancelled: () => boolean;
  remainingMs: () => number;
  seed: number;
  onProgress: (phase: PlanPhase, assignment: Assignment, lowerBound: number) => void;
}

/** A first price of an order without a crew, per person. The full price is used only where it decides. */
const firstPenalty = 80_000;
/** More routes than this make branch and bound slow and large. */
const maxPool = 6_000;

/** The best plan and a bound that no plan can beat; both are equal if the plan is proven optimal. */
export function search(highs: Highs, instance: Instance, limits: SearchLimits): SearchResult {
  let best = quickPlan(instance, limits.isOver);
  let cost = totalCost(instance, best);
  let lowerBound = Number.NEGATIVE_INFINITY;
  const accept = (phase: PlanPhase, candidate: Assignment | undefined): void => {
    if (candidate === undefined) return;
    const candidateCost = totalCost(instance, candidate);
    if (candidateCost >= cost) return;
    best = candidate;
    cost = candidateCost;
    limits.onProgress(phase, best, lowerBound);
  };
  const raise = (phase: PlanPhase, bound: number): void => {
    // All costs are whole numbers; the slack covers rounding errors.
    const whole = Math.min(cost, Math.ceil(bound + layout.constant - 1e-3));
    if (whole <= lowerBound) return;
    lowerBound = whole;
    limits.onProgress(phase, best, lowerBound);
  };
  const refusals = memoryRefusals();
  const layout = new MasterLayout(instance);
  const master = new Master(highs, layout, { isCount: false });
  try {
    const start = routesOf(instance, best);
    master.add([...start, ...shortenedRoutes(instance, start)]);
    const root = solveRoot(master, limits, (bound) => raise('bound', bound));
    const rounded = toAssignment(layout, master.routes, root.solution.values);
    // The whole routes of the linear program, and the cheapest crews for what they leave open: good also if time is over.
    if (rounded !== undefined && !isIntegral(root.solution.values)) improve(instance, rounded, limits.isCancelled, 2);
    accept('bound', rounded);
    if (lowerBound >= cost || limits.isOver()) return { assignment: best, cost, lowerBound, routes: master.routes };
    // Duals of the root, before the dive adds rows and bounds.
    const reducedCosts = (threshold: number): Route[] | undefined => routesWithin(master, root.solution.duals, threshold);
    if (!isIntegral(root.solution.values)) {
      accept('improve', dive(master, root, limits));
      const improved = copyAssignment(best);
      improve(instance, improved, limits.isOver);
      accept('improve', improved);
    }
    closeGap();
    return { assignment: best, cost, lowerBound, routes: master.routes };

    function closeGap(): void {
      for (let share = 1; lowerBound < cost && !limits.isOver(); ) {
        const gap = cost - (root.lowerBound + layout.constant);
        const threshold = gap * share;
        const pool = reducedCosts(threshold);
        if (pool === undefined) {
          share /= 2;
          if (share < 1 / 256) return;
          continue;
        }
        const known = new Set(pool.map(routeKey));
        pool.push(...routesOf(instance, best).filter((route) => !known.has(routeKey(route)) && known.add(routeKey(route))));
        const before = cost;
        const result = solveInteger(highs, layout, pool, best, {
          timeLimitMs: limits.remainingMs(),
          isOver: limits.isOver,
          seed: limits.seed,
        });
        accept('improve', result.assignment);
        // Plans that use a route outside the pool cost at least the threshold more than the bound of the root.
        if (root.isComplete) raise('improve', Math.min(result.bound, root.lowerBound + threshold));
        if (share === 1 || limits.isOver()) return;
        if (cost === before && lowerBound < cost && !result.isOptimal) return;
        if (cost === before) return;
        share = 1;
      }
    }
  } catch (error) {
    if (memoryRefusals() === refusals) throw error;
    // The solver was refused memory: what was found and proven before counts.
    return { assignment: best, cost, lowerBound, routes: master.routes };
  } finally {
    if (memoryRefusals() === refusals) master.dispose();
  }
}

/** The linear program with a low price for orders without a crew, and with the full one if that is not enough. */
function solveRoot(master: Master, limits: SearchLimits, onBound: (bound: number) => void): GenerationResult {
  const { noCrew } = master.layout;
  master.setPenalty(firstPenalty);
  const first = generateColumns(master, { isOver: limits.isOver, onBound });
  if (noCrew.every((column) => (first.solution.values[column] as number) < 1e-6)) return first;
  master.setPenalty(Number.POSITIVE_INFINITY);
  return generateColumns(master, { isOver: limits.isOver, onBound });
}

/** Rounds up route after route and solves the linear program again, until everything is whole. */
function dive(master: Master, root: GenerationResult, limits: SearchLimits): Assignment | undefined {
  const { layout } = master;
  master.setPenalty(Number.POSITIVE_INFINITY);
  let { solution } = root;
  for (let step = 0; step < 150 && !isIntegral(solution.values); step++) {
    if (limits.isOver()) break;
    if (fixNoCrew(master, solution.values)) {
      ({ solution } = generateColumns(master, { isOver: limits.isOver, maxRounds: 3 }));
      continue;
    }
    let largest = { at: -1, part: 0 };
    for (const at of master.routes.keys()) {
      const value = solution.values[layout.columns.length + at] as number;
      const whole = Math.floor(value + 1e-6);
      const part = value - whole;
      if (part > 0.75) master.fix(at, whole + 1);
      else if (whole > 0) master.fix(at, whole);
      if (part > largest.part && part <= 0.75) largest = { at, part };
    }
    if (largest.at !== -1) master.fix(largest.at, Math.ceil(solution.values[layout.columns.length + largest.at] as number));
    ({ solution } = generateColumns(master, { isOver: limits.isOver, maxRounds: 3 }));
  }
  return toAssignment(layout, master.routes, solution.values);
}

/** Decides on one more order that it has no crew, so that routes are chosen for orders that can have one. False if all of this is decided. */
function fixNoCrew(master: Master, values: Float64Array): boolean {
  let largest = { column: -1, part: 1e-5 };
  for (const column of master.layout.noCrew) {
    const part = values[column] as number;
    if (part > largest.part && part < 1 - 1e-5) largest = { column, part };
  }
  if (largest.column !== -1) master.fixColumn(largest.column, 1);
  return largest.column !== -1;
}

/** All routes whose reduced cost is at most the threshold; undefined if there are too many. */
function routesWithin(master: Master, duals: Float64Array, threshold: number): Route[] | undefined {
  const { instance } = master.layout;
  const pool: Route[] = [];
  for (const person of instance.classes) {
    for (const [block, prices] of master.pricesOf(person, duals).entries()) {
      const routes = enumerateRoutes(instance, person, block, prices, threshold, maxPool - pool.length);
      if (routes === undefined) return undefined;
      pool.push(...routes);
    }
  }
  return pool;
}
