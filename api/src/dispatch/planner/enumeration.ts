import { checkPlan } from './checker.ts';
import type { PlanDay } from './model.ts';

/**
 * Cost of the cheapest plan of a small day, found by trying all combinations of legal crews. Rules and costs come from the checker, so this
 * shares no code with the planner. Undefined if there are more than `limit` combinations.
 */
export function cheapestByEnumeration(day: PlanDay, limit: number): number | undefined {
  const ids = day.sprayers.map(({ id }) => id);
  const possible = [[], ...ids.map((id) => [id]), ...ids.flatMap((a, at) => ids.slice(at + 1).map((b) => [a, b]))];
  const none = day.orders.map((): string[] => []);
  const free = checkPlan(day, none).cost.total;
  /** What a crew costs besides the ways and the fairness of its people; crews that break a rule of the order are left out. */
  const choices = day.orders.map((_, at) =>
    possible.flatMap((crew) => {
      const { problems, cost } = checkPlan(day, none.with(at, crew));
      if (problems.some((problem) => problem.startsWith('order '))) return [];
      const cut = cost.distance + cost.fairness + cost.firstJobBonus;
      return [{ people: crew.map((id) => ids.indexOf(id)), cost: cost.total - cut - free }];
    }),
  );
  if (choices.reduce((product, list) => product * list.length, 1) > limit) return undefined;
  const known = ids.map(() => new Float64Array(2 ** day.orders.length).fill(Number.NaN));
  const costOfPerson = (person: number, jobs: number): number => {
    const own = known[person] as Float64Array;
    let cost = own[jobs] as number;
    if (Number.isNaN(cost)) {
      const checked = checkPlan(
        day,
        none.map((_, at) => ((jobs >> at) & 1 ? [ids[person] as string] : [])),
      );
      const isLegal = checked.problems.every((problem) => problem.startsWith('order '));
      cost = isLegal ? checked.cost.distance + checked.cost.fairness + checked.cost.firstJobBonus : Number.POSITIVE_INFINITY;
      own[jobs] = cost;
    }
    return cost;
  };
  const jobs = ids.map(() => 0);
  let best = Number.POSITIVE_INFINITY;
  const visit = (at: number, cost: number): void => {
    if (at === day.orders.length) {
      best = Math.min(
        best,
        jobs.reduce((sum, mask, person) => sum + costOfPerson(person, mask), cost),
      );
      return;
    }
    for (const choice of choices[at] ?? []) {
      for (const person of choice.people) jobs[person] = (jobs[person] as number) | (1 << at);
      visit(at + 1, cost + choice.cost);
      for (const person of choice.people) jobs[person] = (jobs[person] as number) & ~(1 << at);
    }
  };
  visit(0, free);
  return best;
}
