import type { Assignment } from './assignment.ts';
import type { Instance, OrderNode, PersonClass } from './instance.ts';
import type { BanRow, LinearSolution, Master } from './master.ts';
import { createRoute, priceRoutes, type Route } from './routes.ts';

const tolerance = 1e-4;

/** Routes of an assignment, by person and block. */
export function routesOf(instance: Instance, { jobs }: Assignment): Route[] {
  return jobs.flatMap((list, person) => {
    const own = instance.classes[instance.classOf[person] as number] as PersonClass;
    return instance.blocks.flatMap((_, block) => {
      const orders = list.filter((order) => (instance.orders[order] as OrderNode).block === block);
      return orders.length === 0 ? [] : [createRoute(instance, own, block, orders)];
    });
  });
}

/** Routes that only lack some jobs of a known route: useful when people are missing. */
export function shortenedRoutes(instance: Instance, routes: readonly Route[]): Route[] {
  return routes.flatMap((route) => {
    if (route.orders.length < 2) return [];
    const own = instance.classes[route.classIndex] as PersonClass;
    return route.orders.flatMap((left) => {
      const orders = route.orders.filter((order) => order !== left);
      const isPossible = orders.every((order, at) => at === 0 || isNext(instance, orders[at - 1] as number, order));
      return isPossible ? [createRoute(instance, own, route.block, orders)] : [];
    });
  });
}

const isNext = (instance: Instance, from: number, to: number): boolean => instance.isReachable[from * instance.orders.length + to] === 1;

export interface GenerationResult {
  solution: LinearSolution;
  /** No solution of the linear program, and so no plan, costs less. Without the constant of the instance. */
  lowerBound: number;
  /** No route can improve the linear program. */
  isComplete: boolean;
}

/**
 * Column generation: solves the linear program, adds routes that would improve it at the current prices, and repeats until there are none.
 * Violated bans of pairs are added as rows on the way.
 */
export function generateColumns(
  master: Master,
  {
    isOver,
    onBound,
    costScale = 1,
    maxRounds = Number.POSITIVE_INFINITY,
  }: {
    isOver: () => boolean;
    onBound?: (bound: number) => void;
    costScale?: number;
    maxRounds?: number;
  },
): GenerationResult {
  const { instance } = master.layout;
  let lowerBound = Number.NEGATIVE_INFINITY;
  for (let round = 1; ; round++) {
    const solution = master.solve();
    const smallest: number[][] = [];
    const fresh: Route[] = [];
    for (const person of instance.classes) {
      const limit = person.members.length > 1 ? 60 : 6;
      const results = master
        .pricesOf(person, solution.duals)
        .map((prices, block) => priceRoutes(instance, person, block, prices, { limit, tolerance, costScale }));
      smallest.push(results.map((result) => result.smallest));
      for (const { routes } of results) fresh.push(...routes);
    }
    const bound = master.lowerBound(solution.duals, smallest);
    if (bound > lowerBound) {
      lowerBound = bound;
      onBound?.(bound);
    }
    const added = master.add(fresh);
    const bans = added === 0 ? violatedBans(instance, master, solution.values) : [];
    if (bans.length > 0) master.addBans(bans);
    else if (added === 0) return { solution, lowerBound, isComplete: true };
    if (round >= maxRounds || isOver()) return { solution, lowerBound, isComplete: false };
  }
}

/** Pairs that must not work together but do in this solution, at least in part. */
export function violatedBans(instance: Instance, master: Master, values: Float64Array): BanRow[] {
  if (instance.bannedPairs.length === 0) return [];
  const first = master.layout.columns.length;
  const visits = new Map<number, Map<number, number>>();
  for (const [at, route] of master.routes.entries()) {
    const value = values[first + at] as number;
    if (value < 1e-6) continue;
    for (const order of route.orders) {
      const byClass = visits.get(order) ?? new Map<number, number>();
      byClass.set(route.classIndex, (byClass.get(route.classIndex) ?? 0) + value);
      visits.set(order, byClass);
    }
  }
  const found: BanRow[] = [];
  for (const pair of instance.bannedPairs) {
    for (const [order, byClass] of visits) {
      const together = pair.reduce((sum, member) => sum + (byClass.get(instance.classOf[member] as number) ?? 0), 0);
      const isKnown = master.bans.some((ban) => ban.order === order && ban.pair[0] === pair[0] && ban.pair[1] === pair[1]);
      if (together > 1 + 1e-6 && !isKnown) found.push({ pair, order });
    }
  }
  return found;
}
