import type { Instance, PersonClass } from './instance.ts';

/** A way of one person of a class through jobs of one block: at most one job per session, each reachable from the one before. */
export interface Route {
  classIndex: number;
  block: number;
  orders: number[];
  /** Metres from the base and back, and what it costs to have a person of this class on these orders. */
  cost: number;
}

/** Prices of the master problem: what a visit of an order and a route of some length are worth, for people of one class. */
export interface RoutePrices {
  visit: Float64Array;
  /** By number of jobs. */
  length: Float64Array;
}

export interface PricedRoute extends Route {
  reducedCost: number;
}

/** The orders of a block as a graph: an arc leads to every order that can be reached later in the block. */
interface BlockGraph {
  orders: number[];
  arcsInto: { from: number; metres: number }[][];
  arcsFrom: { to: number; metres: number }[][];
  sessionCount: number;
}

const graphs = new WeakMap<Instance, BlockGraph[]>();

function graphOf(instance: Instance, block: number): BlockGraph {
  let known = graphs.get(instance);
  if (known === undefined) {
    known = instance.blocks.map((orders) => createGraph(instance, orders));
    graphs.set(instance, known);
  }
  return known[block] as BlockGraph;
}

function createGraph(instance: Instance, orders: number[]): BlockGraph {
  const position = new Map(orders.map((order, at) => [order, at]));
  const arcs = (list: Int32Array | undefined): number[] => [...(list ?? [])];
  return {
    orders,
    arcsInto: orders.map((to) =>
      arcs(instance.predecessors[to]).map((from) => ({ from: position.get(from) as number, metres: instance.travel.metres(from, to) })),
    ),
    arcsFrom: orders.map((from) =>
      arcs(instance.successors[from]).map((to) => ({ to: position.get(to) as number, metres: instance.travel.metres(from, to) })),
    ),
    sessionCount: new Set(orders.map((order) => instance.orders[order]?.session)).size,
  };
}

/** The largest number of jobs that a person of the class can do in the block. */
export function maxLength(instance: Instance, person: PersonClass, block: number): number {
  const sessions = new Set(
    (instance.blocks[block] ?? []).filter((at) => person.allowed[at] === 1).map((at) => instance.orders[at]?.session),
  );
  return Math.min(person.maxJobs, sessions.size);
}

/** What a visit of each order of the block adds to the reduced cost of a route; infinite where the class may not work. */
function visitWeights(graph: BlockGraph, person: PersonClass, prices: RoutePrices, costScale: number): Float64Array {
  return Float64Array.from(graph.orders, (order) =>
    person.allowed[order] === 1
      ? costScale * (person.visitCost[order] as number) - (prices.visit[order] as number)
      : Number.POSITIVE_INFINITY,
  );
}

/**
 * Dynamic programming over (order, number of jobs): the cheapest route that ends at each order with each number of jobs. Returns up to
 * `limit` routes with a reduced cost below `-tolerance`, cheapest first, and the smallest reduced cost of all. `costScale` 0 leaves out the cost
 * of routes, which turns the master problem into one that only counts orders without a crew.
 */
export function priceRoutes(
  instance: Instance,
  person: PersonClass,
  block: number,
  prices: RoutePrices,
  { limit, tolerance, costScale }: { limit: number; tolerance: number; costScale: number },
): { routes: PricedRoute[]; smallest: number } {
  const graph = graphOf(instance, block);
  const size = graph.orders.length;
  const longest = maxLength(instance, person, block);
  const weights = visitWeights(graph, person, prices, costScale);
  const there = instance.travel.fromBase[person.base] as Float64Array;
  const back = instance.travel.toBase[person.base] as Float64Array;
  const best: Float64Array[] = [];
  const parents: Int32Array[] = [];
  const ends: { jobs: number; at: number; reducedCost: number }[] = [];
  let smallest = 0;
  for (let jobs = 1; jobs <= longest; jobs++) {
    const costs = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    const parent = new Int32Array(size).fill(-1);
    const before = best[jobs - 2];
    for (let at = 0; at < size; at++) {
      const weight = weights[at] as number;
      if (weight === Number.POSITIVE_INFINITY) continue;
      let value = Number.POSITIVE_INFINITY;
      if (before === undefined) value = costScale * (there[graph.orders[at] as number] as number);
      else {
        for (const arc of graph.arcsInto[at] as { from: number; metres: number }[]) {
          const candidate = (before[arc.from] as number) + costScale * arc.metres;
          if (candidate < value) {
            value = candidate;
            parent[at] = arc.from;
          }
        }
      }
      costs[at] = value + weight;
      const reducedCost = value + weight + costScale * (back[graph.orders[at] as number] as number) - (prices.length[jobs] as number);
      if (reducedCost < smallest) smallest = reducedCost;
      if (reducedCost < -tolerance) ends.push({ jobs, at, reducedCost });
    }
    best.push(costs);
    parents.push(parent);
  }
  ends.sort((a, b) => a.reducedCost - b.reducedCost || a.jobs - b.jobs || a.at - b.at);
  const routes = ends.slice(0, limit).map(({ jobs, at, reducedCost }) => {
    const orders: number[] = [];
    for (let length = jobs, here = at; length > 0; here = parents[--length]?.[here] as number) orders.unshift(graph.orders[here] as number);
    return { ...createRoute(instance, person, block, orders), reducedCost };
  });
  return { routes, smallest };
}

export function createRoute(instance: Instance, person: PersonClass, block: number, orders: number[]): Route {
  return { classIndex: person.index, block, orders, cost: routeCost(instance, person, orders) };
}

/** Metres from the base through the orders and back. */
export function routeMetres(instance: Instance, base: number, orders: readonly number[]): number {
  const [first] = orders;
  const last = orders.at(-1);
  if (first === undefined || last === undefined) return 0;
  let metres = (instance.travel.fromBase[base]?.[first] ?? 0) + (instance.travel.toBase[base]?.[last] ?? 0);
  for (let at = 1; at < orders.length; at++) metres += instance.travel.metres(orders[at - 1] as number, orders[at] as number);
  return metres;
}

function routeCost(instance: Instance, person: PersonClass, orders: readonly number[]): number {
  return orders.reduce((sum, order) => sum + (person.visitCost[order] as number), routeMetres(instance, person.base, orders));
}

/**
 * All routes of a class and block with a reduced cost of at most `threshold`. The cheapest way to finish is known for every order and
 * number of jobs, so the search never follows a beginning that cannot succeed. Returns undefined if there are more than `limit`.
 */
export function enumerateRoutes(
  instance: Instance,
  person: PersonClass,
  block: number,
  prices: RoutePrices,
  threshold: number,
  limit: number,
): PricedRoute[] | undefined {
  const graph = graphOf(instance, block);
  const size = graph.orders.length;
  const longest = maxLength(instance, person, block);
  const weights = visitWeights(graph, person, prices, 1);
  const there = instance.travel.fromBase[person.base] as Float64Array;
  const back = instance.travel.toBase[person.base] as Float64Array;
  /** Cheapest way home from an order with this many jobs still to do. */
  const toGo: Float64Array[] = [Float64Array.from(graph.orders, (order) => back[order] as number)];
  for (let jobs = 1; jobs < longest; jobs++) {
    const costs = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    for (let at = 0; at < size; at++) {
      for (const { to, metres } of graph.arcsFrom[at] as { to: number; metres: number }[]) {
        const candidate = metres + (weights[to] as number) + (toGo[jobs - 1]?.[to] as number);
        if (candidate < (costs[at] as number)) costs[at] = candidate;
      }
    }
    toGo.push(costs);
  }
  const found: PricedRoute[] = [];
  const path: number[] = [];
  const extend = (at: number, cost: number, remaining: number, most: number): boolean => {
    if (cost + (toGo[remaining]?.[at] as number) > most) return true;
    path.push(at);
    if (remaining === 0) {
      const orders = path.map((position) => graph.orders[position] as number);
      const route = createRoute(instance, person, block, orders);
      found.push({ ...route, reducedCost: cost + (toGo[0]?.[at] as number) - (prices.length[path.length] as number) });
      if (found.length > limit) return false;
    } else {
      for (const { to, metres } of graph.arcsFrom[at] as { to: number; metres: number }[]) {
        if (!extend(to, cost + metres + (weights[to] as number), remaining - 1, most)) return false;
      }
    }
    path.pop();
    return true;
  };
  for (let jobs = 1; jobs <= longest; jobs++) {
    const most = threshold + (prices.length[jobs] as number);
    for (let at = 0; at < size; at++) {
      const cost = (there[graph.orders[at] as number] as number) + (weights[at] as number);
      if (!extend(at, cost, jobs - 1, most)) return undefined;
    }
  }
  return found;
}
