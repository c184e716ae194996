import type { Highs } from 'highs';
import type { Assignment } from './assignment.ts';
import { toAssignment, toValues } from './extract.ts';
import type { Instance } from './instance.ts';
import { type BanRow, isInBan, type MasterLayout } from './master.ts';
import { columnMatrix } from './matrix.ts';
import type { Route } from './routes.ts';

export interface IntegerResult {
  assignment: Assignment | undefined;
  /** No whole-numbered solution over these routes costs less. */
  bound: number;
  isOptimal: boolean;
}

/** The memory of the solver never shrinks, so branch and bound ends when it has grown to this; the hard limit is in plan-in-worker.ts. */
const maxMemoryBytes = 110e6;

/** Branch and bound of the solver over a fixed set of routes, beginning with a known plan. */
export function solveInteger(
  highs: Highs,
  layout: MasterLayout,
  routes: readonly Route[],
  start: Assignment,
  { timeLimitMs, isOver, seed }: { timeLimitMs: number; isOver: () => boolean; seed: number },
): IntegerResult {
  const { instance } = layout;
  const bans = bansWithin(instance, routes);
  const columns = [
    ...layout.columns,
    ...routes.map((route) => {
      const own = bans.flatMap((ban, at) => (isInBan(instance, ban, route) ? [layout.rows.length + at] : []));
      const rows = [...layout.rowsOfRoute(route), ...own];
      return { cost: route.cost, upper: instance.classes[route.classIndex]?.members.length ?? 1, rows, values: rows.map(() => 1) };
    }),
  ];
  const rows = [...layout.rows, ...bans.map(() => ({ lower: Number.NEGATIVE_INFINITY, upper: 1 }))];
  const model = highs.createModel({
    numCols: columns.length,
    numRows: rows.length,
    colCost: columns.map(({ cost }) => cost),
    colLower: columns.map(() => 0),
    colUpper: columns.map(({ upper }) => upper),
    rowLower: rows.map(({ lower }) => lower),
    rowUpper: rows.map(({ upper }) => upper),
    matrix: columnMatrix(columns, rows.length),
    integrality: columns.map(() => 1 as const),
  });
  try {
    model.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0.99, random_seed: seed, time_limit: timeLimitMs / 1000 });
    model.setSolution({ colValue: toValues(layout, routes, start) });
    const { mipInterrupt, simplexInterrupt } = highs.constants.callbackType;
    const stop = (event: { interrupt(): void }): undefined => {
      if (isOver() || highs.memoryBytes > maxMemoryBytes) event.interrupt();
    };
    model.run({ [mipInterrupt]: stop, [simplexInterrupt]: stop });
    const isOptimal = model.getModelStatus() === highs.constants.modelStatus.optimal;
    const hasSolution = Number(model.info.get('primal_solution_status')) === highs.constants.solutionStatus.feasible;
    const bound = Number(model.info.get('mip_dual_bound'));
    return {
      assignment: hasSolution ? toAssignment(layout, routes, model.getSolution().colValue) : undefined,
      bound: Number.isFinite(bound) ? bound : Number.NEGATIVE_INFINITY,
      isOptimal,
    };
  } finally {
    model.dispose();
  }
}

/** Every order on which both people of a banned pair could work together with these routes. */
function bansWithin(instance: Instance, routes: readonly Route[]): BanRow[] {
  if (instance.bannedPairs.length === 0) return [];
  const visited = instance.classes.map(() => new Set<number>());
  for (const { classIndex, orders } of routes) for (const order of orders) visited[classIndex]?.add(order);
  const ordersOf = (person: number): Set<number> => visited[instance.classOf[person] as number] ?? new Set();
  return instance.bannedPairs.flatMap((pair) =>
    [...ordersOf(pair[0])].filter((order) => ordersOf(pair[1]).has(order)).map((order) => ({ pair, order })),
  );
}
