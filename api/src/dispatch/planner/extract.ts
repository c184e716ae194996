import { type Assignment, crewCost, emptyAssignment, setCrew, totalCost } from './assignment.ts';
import { routesOf } from './columns.ts';
import { jobsCost, type OrderNode, type PersonClass } from './instance.ts';
import { type MasterLayout, routeKey } from './master.ts';
import type { Route } from './routes.ts';

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-5;

export const isIntegral = (values: Float64Array): boolean => values.every(isWhole);

/**
 * Gives routes to people. Routes that are used in part only are left out, and crews that are not legal then are dissolved, so the result is
 * legal for any solution; for a whole-numbered one it has the same cost. Undefined if no legal plan remains.
 */
export function toAssignment(layout: MasterLayout, routes: readonly Route[], values: Float64Array): Assignment | undefined {
  const { instance } = layout;
  const crews: number[][] = instance.orders.map(() => []);
  const first = layout.columns.length;
  for (const person of instance.classes) {
    const pools = instance.blocks.map((): Route[] => []);
    for (const [at, route] of routes.entries()) {
      if (route.classIndex !== person.index) continue;
      for (let times = Math.floor((values[first + at] as number) + 1e-5); times > 0; times--) pools[route.block]?.push(route);
    }
    shareOut(layout, person, pools, values, crews);
  }
  const assignment = emptyAssignment(instance);
  for (const [order, crew] of crews.entries()) {
    if (crewCost(instance, order, crew) < Number.POSITIVE_INFINITY) setCrew(instance, assignment, order, crew);
  }
  return totalCost(instance, assignment) < Number.POSITIVE_INFINITY ? assignment : undefined;
}

/** Follows the day patterns of the solution; what they leave over goes to the people for whom it costs least. */
function shareOut(layout: MasterLayout, person: PersonClass, pools: Route[][], values: Float64Array, crews: number[][]): void {
  const { instance } = layout;
  const free = person.groups.map(({ members }) => [...members]);
  const give = (member: number, route: Route | undefined): void => {
    for (const order of route?.orders ?? []) crews[order]?.push(member);
  };
  const take = (block: number, length: number): Route | undefined => {
    const pool = pools[block] as Route[];
    const at = pool.findIndex(({ orders }) => orders.length === length);
    return at === -1 ? undefined : pool.splice(at, 1)[0];
  };
  for (const [at, pattern] of layout.patterns.entries()) {
    if (pattern.classIndex !== person.index) continue;
    for (let times = Math.floor((values[layout.firstPattern + at] as number) + 1e-5); times > 0; times--) {
      const member = free[pattern.group]?.shift();
      if (member === undefined) break;
      for (const [block, length] of pattern.jobs.entries()) if (length > 0) give(member, take(block, length));
    }
  }
  while (pools.some((pool) => pool.length > 0)) {
    const taken = pools.flatMap((pool) => pool.splice(0, 1));
    const jobs = taken.reduce((sum, { orders }) => sum + orders.length, 0);
    const open = person.groups
      .map(({ otherJobs }, group) => ({ group, cost: jobsCost(instance, person.isSenior, otherJobs, jobs) }))
      .filter(({ group }) => (free[group]?.length ?? 0) > 0)
      .sort((a, b) => a.cost - b.cost);
    const member = open[0] === undefined ? undefined : free[open[0].group]?.shift();
    if (member === undefined) return;
    for (const route of taken) give(member, route);
  }
}

/** Values of all columns for an assignment whose routes are among `routes`. */
export function toValues(layout: MasterLayout, routes: readonly Route[], assignment: Assignment): Float64Array {
  const { instance } = layout;
  const values = new Float64Array(layout.columns.length + routes.length);
  for (const [order, crew] of assignment.crews.entries()) {
    const { need } = instance.orders[order] as OrderNode;
    if (crew.length === 0) values[layout.noCrew[order] as number] = 1;
    else if (crew.length > need) values[layout.second[order] as number] = 1;
  }
  const columnOf = new Map(routes.map((route, at) => [routeKey(route), layout.columns.length + at]));
  const add = (column: number | undefined): void => {
    if (column !== undefined) values[column] = (values[column] as number) + 1;
  };
  for (const route of routesOf(instance, assignment)) add(columnOf.get(routeKey(route)));
  const patternOf = new Map(layout.patterns.map(({ classIndex, group, jobs }, at) => [`${classIndex}|${group}|${jobs.join()}`, at]));
  for (const person of instance.classes) {
    for (const [group, { members }] of person.groups.entries()) {
      for (const member of members) {
        const jobs = instance.blocks.map(
          (_, block) => (assignment.jobs[member] ?? []).filter((order) => instance.orders[order]?.block === block).length,
        );
        const pattern = patternOf.get(`${person.index}|${group}|${jobs.join()}`);
        add(pattern === undefined ? undefined : layout.firstPattern + pattern);
      }
    }
  }
  return values;
}
