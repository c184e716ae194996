import { type Instance, jobsCost, type OrderNode, type PersonClass } from './instance.ts';

/** Crews of a day as sprayer indices per order, with the jobs of each sprayer by session. Costs of single changes are computed from it. */
export interface Assignment {
  crews: number[][];
  jobs: number[][];
}

export const emptyAssignment = (instance: Instance): Assignment => ({
  crews: instance.orders.map(() => []),
  jobs: instance.day.sprayers.map(() => []),
});

export const copyAssignment = ({ crews, jobs }: Assignment): Assignment => ({
  crews: crews.map((crew) => [...crew]),
  jobs: jobs.map((list) => [...list]),
});

const sessionOf = (instance: Instance, order: number): number => (instance.orders[order] as OrderNode).session;

export function setCrew(instance: Instance, assignment: Assignment, order: number, crew: readonly number[]): void {
  for (const person of assignment.crews[order] ?? []) {
    const jobs = assignment.jobs[person] as number[];
    jobs.splice(jobs.indexOf(order), 1);
  }
  assignment.crews[order] = [...crew].sort((a, b) => a - b);
  for (const person of crew) assignment.jobs[person] = withJob(instance, assignment.jobs[person] as number[], order);
}

export function withJob(instance: Instance, jobs: readonly number[], order: number): number[] {
  const session = sessionOf(instance, order);
  const at = jobs.findIndex((job) => sessionOf(instance, job) >= session);
  return at === -1 ? [...jobs, order] : [...jobs.slice(0, at), order, ...jobs.slice(at)];
}

/** Metres, changes of crews and fairness of one person; infinite if the jobs break a rule for this person. */
export function personCost(instance: Instance, person: number, jobs: readonly number[]): number {
  const own = instance.classes[instance.classOf[person] as number] as PersonClass;
  if (jobs.length > own.maxJobs) return Number.POSITIVE_INFINITY;
  const { fromBase, toBase, table } = instance.travel;
  const there = fromBase[own.base] as Float64Array;
  const back = toBase[own.base] as Float64Array;
  const count = instance.orders.length;
  let cost = jobsCost(instance, own.isSenior, instance.day.sprayers[person]?.otherJobsInWeek ?? 0, jobs.length);
  let previous = -1;
  for (const job of jobs) {
    if (own.allowed[job] !== 1) return Number.POSITIVE_INFINITY;
    cost += own.visitCost[job] as number;
    const { block } = instance.orders[job] as OrderNode;
    if (previous !== -1 && (instance.orders[previous] as OrderNode).block === block) {
      if (instance.isReachable[previous * count + job] !== 1) return Number.POSITIVE_INFINITY;
      cost += table[previous * count + job] as number;
    } else {
      if (previous !== -1) cost += back[previous] as number;
      cost += there[job] as number;
    }
    previous = job;
  }
  if (previous !== -1) cost += back[previous] as number;
  return cost;
}

/** Cost of the crew's size; infinite if the crew breaks a rule of the order. */
export function crewCost(instance: Instance, order: number, crew: readonly number[]): number {
  const { need, canHaveSecond, pairCost, pinned } = instance.orders[order] as OrderNode;
  if (crew.length === 0) return instance.day.settings.weights.orderWithoutCrew;
  if (crew.length !== need && !(canHaveSecond && crew.length === 2)) return Number.POSITIVE_INFINITY;
  if (pinned !== undefined && !crew.includes(pinned)) return Number.POSITIVE_INFINITY;
  if (!crew.some((person) => isSenior(instance, person))) return Number.POSITIVE_INFINITY;
  if (crew.length === 2 && isBanned(instance, crew[0] as number, crew[1] as number)) return Number.POSITIVE_INFINITY;
  return crew.length === 2 ? pairCost : 0;
}

export const isSenior = (instance: Instance, person: number): boolean =>
  (instance.classes[instance.classOf[person] as number] as PersonClass).isSenior;

export const isBanned = (instance: Instance, a: number, b: number): boolean =>
  instance.bannedPairs.some(([x, y]) => (x === a && y === b) || (x === b && y === a));

/** Cost of the whole day; infinite if a rule is broken. */
export function totalCost(instance: Instance, { crews, jobs }: Assignment): number {
  const orders = crews.reduce((sum, crew, order) => sum + crewCost(instance, order, crew), instance.constant);
  return jobs.reduce((sum, list, person) => sum + personCost(instance, person, list), orders);
}

export interface CrewChoice {
  crew: number[];
  /** Cost of the day with this crew minus its cost while the order has no crew, without the penalty for that. */
  cost: number;
}

/**
 * The cheapest crew for an order while all other orders keep theirs. The order must have no crew in the assignment. `isExcluded` leaves out
 * crews; undefined if no crew is possible.
 */
export function cheapestCrew(
  instance: Instance,
  { jobs }: Assignment,
  order: number,
  isExcluded: (crew: readonly number[]) => boolean = () => false,
): CrewChoice | undefined {
  const { need, canHaveSecond, pairCost } = instance.orders[order] as OrderNode;
  const candidates: { person: number; cost: number }[] = [];
  for (const [person, own] of jobs.entries()) {
    if (instance.allowed[person]?.[order] !== 1) continue;
    const cost = personCost(instance, person, withJob(instance, own, order)) - personCost(instance, person, own);
    if (cost < Number.POSITIVE_INFINITY) candidates.push({ person, cost });
  }
  candidates.sort((a, b) => a.cost - b.cost || a.person - b.person);
  let best: CrewChoice | undefined;
  const consider = (crew: number[], cost: number): void => {
    if (best !== undefined && cost >= best.cost) return;
    if (crewCost(instance, order, crew) === Number.POSITIVE_INFINITY || isExcluded(crew)) return;
    best = { crew, cost };
  };
  if (need === 1) for (const { person, cost } of candidates) consider([person], cost);
  if (need === 2 || canHaveSecond) {
    for (const [at, first] of candidates.entries()) {
      if (best !== undefined && first.cost * 2 + pairCost >= best.cost) break;
      for (const second of candidates.slice(at + 1)) {
        const cost = first.cost + second.cost + pairCost;
        if (best !== undefined && cost >= best.cost) break;
        consider(
          [first.person, second.person].sort((a, b) => a - b),
          cost,
        );
      }
    }
  }
  return best;
}
