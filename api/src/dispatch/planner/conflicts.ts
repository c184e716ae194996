import type { Highs } from 'highs';
import { type Assignment, cheapestCrew, copyAssignment, emptyAssignment, setCrew, totalCost } from './assignment.ts';
import { factsOf, isRelaxable, relax, withoutFact } from './conflict-facts.ts';
import { idsOf } from './explain.ts';
import { canMeet } from './feasibility.ts';
import { createInstance, type Instance } from './instance.ts';
import type { ConflictFact, PlanDay, Resolution, UnplacedOrder } from './model.ts';
import { withOrdersAt } from './travel.ts';

/** More orders of several sessions than this are not searched for a conflict: each test of a part of them would take seconds. */
const maxScope = 45;

/** For every order without a crew: why, and the cheapest way to give it one. */
export function explainConflicts(highs: Highs, instance: Instance, assignment: Assignment, isOver: () => boolean): UnplacedOrder[] {
  return instance.day.orders.flatMap((order, at) => {
    if (assignment.crews[at]?.length !== 0) return [];
    const found = findConflict(highs, instance, assignment, at, isOver);
    const resolution = isOver() ? undefined : cheapestResolution(instance, assignment, at, found.conflict, isOver);
    return [{ orderId: order.id, ...found, ...(resolution === undefined ? {} : { resolution }) }];
  });
}

/**
 * Looks at the order alone, then together with the planned orders of its session, of its block and of the day. In the first of these
 * that cannot be met, facts are left out one by one as long as the rest still conflicts (a deletion filter).
 */
function findConflict(
  highs: Highs,
  instance: Instance,
  assignment: Assignment,
  order: number,
  isOver: () => boolean,
): Pick<UnplacedOrder, 'conflict' | 'isMinimal'> {
  const { day, orders } = instance;
  const own = orders[order] as Instance['orders'][number];
  const isPlanned = (at: number): boolean => at === order || (assignment.crews[at]?.length ?? 0) > 0;
  const scopes = [
    (at: number) => at === order,
    (at: number) => orders[at]?.session === own.session,
    (at: number) => at === order || (day.orders[at]?.pin !== undefined && orders[at]?.block === own.block),
    (at: number) => orders[at]?.block === own.block,
    () => true,
  ];
  for (const isInScope of scopes) {
    const kept = [...day.orders.keys()].filter((at) => isPlanned(at) && isInScope(at));
    const isOneSession = kept.every((at) => orders[at]?.session === own.session);
    if (isOver() || (kept.length > maxScope && !isOneSession)) break;
    const scope = withOrdersAt(day, kept);
    const canAll = (facts: readonly ConflictFact[]): boolean | undefined => canMeet(highs, relax(scope, facts), isOver);
    const all = factsOf(scope, day.orders[order]?.id ?? '');
    if (canAll(all) !== false) continue;
    return withSessionRule(scope, shrink(all, canAll, isOver));
  }
  return { conflict: [{ kind: 'order-needs-crew', orderId: day.orders[order]?.id ?? '' }], isMinimal: false };
}

/** Several orders of one session, each possible alone, conflict only because everybody has one job per session. */
function withSessionRule(
  day: PlanDay,
  found: { conflict: ConflictFact[]; isMinimal: boolean },
): { conflict: ConflictFact[]; isMinimal: boolean } {
  const ids = found.conflict.flatMap((fact) => (fact.kind === 'order-needs-crew' ? [fact.orderId] : []));
  const sessions = [...new Set(day.orders.flatMap(({ id, sessionId }) => (ids.includes(id) ? [sessionId] : [])))];
  const [sessionId] = sessions;
  if (!found.isMinimal || ids.length < 2 || sessions.length !== 1 || sessionId === undefined) return found;
  return { ...found, conflict: [...found.conflict, { kind: 'one-job-per-session', sessionId, sprayers: day.sprayers.length }] };
}

function shrink(
  all: readonly ConflictFact[],
  canAll: (facts: readonly ConflictFact[]) => boolean | undefined,
  isOver: () => boolean,
): { conflict: ConflictFact[]; isMinimal: boolean } {
  let facts = [...all];
  let isMinimal = true;
  // Whole groups first: most kinds of facts play no part.
  for (const kind of new Set(all.map((fact) => fact.kind))) {
    const rest = facts.filter((fact) => fact.kind !== kind || !isRelaxable(fact));
    if (rest.length < facts.length && !isOver() && canAll(rest) === false) facts = rest;
  }
  for (const fact of [...facts].reverse()) {
    if (isOver()) return { conflict: facts, isMinimal: false };
    if (!isRelaxable(fact)) continue;
    const rest = facts.filter((other) => other !== fact);
    const answer = canAll(rest);
    if (answer === false) facts = rest;
    else if (answer === undefined) isMinimal = false;
  }
  return { conflict: facts, isMinimal };
}

/** Gives up one fact of the conflict, leaves the rest of the plan as it is, and compares the costs. */
function cheapestResolution(
  instance: Instance,
  assignment: Assignment,
  order: number,
  conflict: readonly ConflictFact[],
  isOver: () => boolean,
): Resolution | undefined {
  let best: Resolution | undefined;
  const consider = (fact: ConflictFact, changed: Instance, trial: Assignment, changes: number[]): void => {
    const choice = cheapestCrew(changed, trial, order);
    if (choice === undefined) return;
    setCrew(changed, trial, order, choice.crew);
    const extraCost = totalCost(changed, trial) - totalCost(instance, assignment);
    if (!Number.isFinite(extraCost) || (best !== undefined && extraCost >= best.extraCost)) return;
    const list = changes.map((at) => ({ orderId: instance.day.orders[at]?.id ?? '', crew: idsOf(changed, trial.crews[at] ?? []) }));
    best = { fact, crew: idsOf(changed, choice.crew), changes: list, extraCost };
  };
  for (const fact of conflict) {
    if (isOver()) return best;
    if (fact.kind === 'order-needs-crew') {
      const other = instance.day.orders.findIndex(({ id }) => id === fact.orderId);
      if (other === order || other === -1) continue;
      const trial = copyAssignment(assignment);
      setCrew(instance, trial, other, []);
      consider(fact, instance, trial, [other]);
    } else if (isRelaxable(fact)) {
      const changed = createInstance(withoutFact(instance.day, fact), instance.travel);
      const trial = emptyAssignment(changed);
      for (const [at, crew] of assignment.crews.entries()) setCrew(changed, trial, at, crew);
      if (fact.kind === 'needs-pair' && fact.orderId !== instance.day.orders[order]?.id) {
        const other = instance.day.orders.findIndex(({ id }) => id === fact.orderId);
        setCrew(changed, trial, other, []);
        const smaller = cheapestCrew(changed, trial, other, (crew) => crew.length > 1);
        if (smaller !== undefined) setCrew(changed, trial, other, smaller.crew);
        consider(fact, changed, trial, [other]);
      } else consider(fact, changed, trial, []);
    }
  }
  return best;
}
