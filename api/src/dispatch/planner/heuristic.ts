import { type Assignment, cheapestCrew, crewCost, emptyAssignment, personCost, setCrew, totalCost, withJob } from './assignment.ts';
import type { Instance } from './instance.ts';

/** A legal plan within milliseconds: previous crews where they are legal, then the cheapest crew order by order, then repeated improvement. */
export function quickPlan(instance: Instance, isOver: () => boolean): Assignment {
  const assignment = emptyAssignment(instance);
  keepPreviousCrews(instance, assignment);
  // Few people are left for the last orders: those that need two people, or certain people, come first.
  const order = instance.orders
    .map(({ need, session, pinned }, at) => ({ at, session, weight: need + (pinned === undefined ? 0 : 2) }))
    .sort((a, b) => b.weight - a.weight || a.session - b.session || a.at - b.at);
  for (const { at } of order) if (assignment.crews[at]?.length === 0) reassign(instance, assignment, at);
  improve(instance, assignment, isOver);
  return assignment;
}

/** Gives every order its previous crew, unless that breaks a rule. */
export function keepPreviousCrews(instance: Instance, assignment: Assignment): void {
  for (const [at, { previous }] of instance.orders.entries()) {
    if (previous.length === 0 || previous.length !== instance.day.orders[at]?.previousCrew.length) continue;
    if (crewCost(instance, at, previous) === Number.POSITIVE_INFINITY) continue;
    const isLegal = previous.every(
      (person) => personCost(instance, person, withJob(instance, assignment.jobs[person] as number[], at)) < Number.POSITIVE_INFINITY,
    );
    if (isLegal) setCrew(instance, assignment, at, previous);
  }
}

/** Replaces the crew of one order by the cheapest one. Returns whether it changed. */
function reassign(instance: Instance, assignment: Assignment, order: number): boolean {
  const before = assignment.crews[order] as number[];
  const people = (crew: readonly number[]): number =>
    crew.reduce((sum, person) => sum + personCost(instance, person, assignment.jobs[person] as number[]), 0);
  const costBefore = people(before) + crewCost(instance, order, before);
  setCrew(instance, assignment, order, []);
  const saved = costBefore - people(before);
  const choice = cheapestCrew(instance, assignment, order);
  const noCrew = crewCost(instance, order, []);
  if (choice !== undefined && choice.cost < Math.min(saved, noCrew)) {
    setCrew(instance, assignment, order, choice.crew);
    return true;
  }
  setCrew(instance, assignment, order, saved <= noCrew ? before : []);
  return saved > noCrew;
}

/** Reassigns orders one by one until none gets cheaper. */
export function improve(instance: Instance, assignment: Assignment, isOver: () => boolean, maxRounds = 6): number {
  for (let round = 0; round < maxRounds; round++) {
    let changed = false;
    for (const at of instance.orders.keys()) {
      if (isOver()) return totalCost(instance, assignment);
      if (reassign(instance, assignment, at)) changed = true;
    }
    if (!changed) break;
  }
  return totalCost(instance, assignment);
}
