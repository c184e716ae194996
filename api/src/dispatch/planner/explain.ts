import {
  type Assignment,
  cheapestCrew,
  copyAssignment,
  crewCost,
  emptyAssignment,
  isSenior,
  personCost,
  setCrew,
  withJob,
} from './assignment.ts';
import { createInstance, type Instance, type OrderNode } from './instance.ts';
import type { Alternative, Approach, PlanDay, PlannedOrder, Reason } from './model.ts';

/** Crew, reasons and best alternative of each order, from the real numbers of the plan. */
export function explainOrders(instance: Instance, assignment: Assignment): PlannedOrder[] {
  return instance.day.orders.map((_, order) => explainOrder(instance, assignment, order));
}

export function explainOrder(instance: Instance, assignment: Assignment, order: number): PlannedOrder {
  const orderId = instance.day.orders[order]?.id ?? '';
  const crew = idsOf(instance, assignment.crews[order] ?? []);
  if (crew.length === 0) return { orderId, crew, reasons: [] };
  const alternative = findAlternative(instance, assignment, order);
  return { orderId, crew, reasons: reasonsOf(instance, assignment, order), ...(alternative === undefined ? {} : { alternative }) };
}

/** The same for some orders of a day with given crews, by order index: after somebody has changed one of them. */
export function explainChanged(day: PlanDay, crews: readonly (readonly string[])[], orders: readonly number[]): PlannedOrder[] {
  const instance = createInstance(day);
  const indexOf = new Map(day.sprayers.map(({ id }, at) => [id, at]));
  const assignment = emptyAssignment(instance);
  for (const [order, crew] of crews.entries())
    setCrew(
      instance,
      assignment,
      order,
      crew.flatMap((id) => indexOf.get(id) ?? []),
    );
  return orders.map((order) => explainOrder(instance, assignment, order));
}

export const idsOf = (instance: Instance, people: readonly number[]): string[] =>
  people.map((person) => instance.day.sprayers[person]?.id ?? '').sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

function reasonsOf(instance: Instance, assignment: Assignment, order: number): Reason[] {
  const source = instance.day.orders[order] as Instance['day']['orders'][number];
  const crew = assignment.crews[order] as number[];
  const reasons: Reason[] = [];
  if (source.pin !== undefined) reasons.push({ kind: 'pinned' });
  const kept = crew.filter((person) => instance.orders[order]?.previous.includes(person));
  if (kept.length > 0) reasons.push({ kind: 'kept', sprayerIds: idsOf(instance, kept) });
  const approaches = crew.map((person) => approachOf(instance, assignment, order, person));
  const isNearest = approaches.every(({ rank }, at) => rank <= 1 + sameSeniors(instance, crew, at));
  if (isNearest) reasons.push({ kind: 'nearest', isPair: crew.length === 2, approaches });
  else if (hasFewerJobs(instance, assignment, order)) reasons.push({ kind: 'balanced', approaches });
  else reasons.push({ kind: 'cheapest-day', approaches });
  const { pairArea } = instance.day.settings;
  if (source.area > pairArea) reasons.push({ kind: 'pair-needed', area: source.area, pairArea });
  const first = crew.filter((person) => !isSenior(instance, person) && instance.day.sprayers[person]?.otherJobsInWeek === 0);
  if (first.length > 0) reasons.push({ kind: 'first-job', sprayerIds: idsOf(instance, first) });
  return reasons;
}

/** Members of the crew before this one with the same seniority: they may take the places before it. */
const sameSeniors = (instance: Instance, crew: readonly number[], at: number): number =>
  crew.filter((person, other) => other !== at && isSenior(instance, person) === isSenior(instance, crew[at] as number)).length;

function approachOf(instance: Instance, assignment: Assignment, order: number, person: number): Approach {
  const jobs = assignment.jobs[person] as number[];
  const { from, metres } = legInto(instance, jobs, order, person);
  const nearer = freePeople(instance, assignment, order).filter(
    (other) =>
      isSenior(instance, other) === isSenior(instance, person) &&
      legInto(instance, assignment.jobs[other] as number[], order, other).metres < metres,
  );
  const partner = (assignment.crews[order] as number[]).filter(
    (other) =>
      other !== person &&
      isSenior(instance, other) === isSenior(instance, person) &&
      legInto(instance, assignment.jobs[other] as number[], order, other).metres < metres,
  );
  return {
    sprayerId: instance.day.sprayers[person]?.id ?? '',
    ...(from === undefined ? {} : { fromOrderId: instance.day.orders[from]?.id ?? '' }),
    metres,
    rank: 1 + nearer.length + partner.length,
    jobsInWeek: (instance.day.sprayers[person]?.otherJobsInWeek ?? 0) + jobs.length,
  };
}

/** The leg that leads to the order: from the last earlier job of the block, or from the base. */
function legInto(instance: Instance, jobs: readonly number[], order: number, person: number): { from?: number; metres: number } {
  const { session, block } = instance.orders[order] as OrderNode;
  const from = jobs.findLast((job) => {
    const other = instance.orders[job] as OrderNode;
    return other.block === block && other.session < session;
  });
  if (from !== undefined) return { from, metres: instance.travel.metres(from, order) };
  return { metres: instance.travel.fromBase[instance.travel.baseOf[person] ?? 0]?.[order] ?? 0 };
}

/** People without a job in the session who could do the order besides their other jobs. */
function freePeople(instance: Instance, assignment: Assignment, order: number): number[] {
  return [...assignment.jobs.entries()].flatMap(([person, jobs]) => {
    if (instance.allowed[person]?.[order] !== 1 || jobs.includes(order)) return [];
    return personCost(instance, person, withJob(instance, jobs, order)) < Number.POSITIVE_INFINITY ? [person] : [];
  });
}

/** Everybody who is free and nearer has more jobs in the week than the crew. */
function hasFewerJobs(instance: Instance, assignment: Assignment, order: number): boolean {
  const crew = assignment.crews[order] as number[];
  const week = (person: number): number => (instance.day.sprayers[person]?.otherJobsInWeek ?? 0) + (assignment.jobs[person]?.length ?? 0);
  const most = Math.max(...crew.map((person) => week(person) - 1));
  const farthest = Math.max(...crew.map((person) => legInto(instance, assignment.jobs[person] as number[], order, person).metres));
  return freePeople(instance, assignment, order)
    .filter((person) => legInto(instance, assignment.jobs[person] as number[], order, person).metres < farthest)
    .every((person) => week(person) > most);
}

/** The cheapest other crew: other people for this order alone, or an exchange with another order of the session. */
function findAlternative(instance: Instance, assignment: Assignment, order: number): Alternative | undefined {
  const crew = assignment.crews[order] as number[];
  const trial = copyAssignment(assignment);
  setCrew(instance, trial, order, []);
  const people = (who: readonly number[], { jobs }: Assignment): number =>
    who.reduce((sum, person) => sum + personCost(instance, person, jobs[person] as number[]), 0);
  const own = people(crew, assignment) - people(crew, trial) + crewCost(instance, order, crew);
  const choice = cheapestCrew(
    instance,
    trial,
    order,
    (other) => other.length === crew.length && other.every((person) => crew.includes(person)),
  );
  let best: Alternative | undefined;
  if (choice !== undefined) best = { crew: idsOf(instance, choice.crew), extraCost: choice.cost - own };
  for (const [other, others] of assignment.crews.entries()) {
    if (other === order || others.length === 0 || instance.orders[other]?.session !== instance.orders[order]?.session) continue;
    const extraCost = exchangeCost(instance, assignment, order, other);
    if (extraCost < Number.POSITIVE_INFINITY && (best === undefined || extraCost < best.extraCost)) {
      best = { crew: idsOf(instance, others), exchangedWithOrderId: instance.day.orders[other]?.id ?? '', extraCost };
    }
  }
  return best;
}

function exchangeCost(instance: Instance, { crews, jobs }: Assignment, a: number, b: number): number {
  const [first, second] = [crews[a] as number[], crews[b] as number[]];
  let extra = crewCost(instance, a, second) + crewCost(instance, b, first) - crewCost(instance, a, first) - crewCost(instance, b, second);
  if (extra === Number.POSITIVE_INFINITY) return extra;
  const moved = [...first.map((person) => ({ person, from: a, to: b })), ...second.map((person) => ({ person, from: b, to: a }))];
  for (const { person, from, to } of moved) {
    const before = jobs[person] as number[];
    extra +=
      personCost(
        instance,
        person,
        before.map((job) => (job === from ? to : job)),
      ) - personCost(instance, person, before);
  }
  return extra;
}
