import type { Highs } from 'highs';
import { crewCost, emptyAssignment, personCost, setCrew, withJob } from './assignment.ts';
import { search } from './branching.ts';
import { quickPlan } from './heuristic.ts';
import { createInstance, type Instance } from './instance.ts';
import type { PlanDay } from './model.ts';

/** Whether every order of the day can have a legal crew; undefined if time runs out. */
export function canMeet(highs: Highs, day: PlanDay, isOver: () => boolean): boolean | undefined {
  const instance = createInstance(day);
  if (instance.orders.some((_, at) => instance.allowed.every((row) => row[at] !== 1))) return false;
  if (isShortOfPeople(instance)) return false;
  if (new Set(instance.orders.map(({ session }) => session)).size === 1 && instance.bannedPairs.length === 0) return canMatch(instance);
  const tried = tryCrews(instance);
  if (tried !== undefined) return tried;
  const quick = quickPlan(instance, isOver);
  if (quick.crews.every((crew) => crew.length > 0)) return true;
  if (isOver()) return undefined;
  const weights = { ...day.settings.weights, orderWithoutCrew: 1e8 };
  const strict = createInstance({ ...day, settings: { ...day.settings, weights } }, instance.travel);
  const found = search(highs, strict, { isOver, isCancelled: isOver, remainingMs: () => 10_000, seed: 0, onProgress: () => {} });
  if (found.assignment.crews.every((crew) => crew.length > 0)) return true;
  return found.lowerBound > 2e7 ? false : undefined;
}

/** Too few people, or too few seniors, in some session. */
function isShortOfPeople({ orders, allowed, classes, classOf, sessions }: Instance): boolean {
  return sessions.some((_, session) => {
    const here = orders.flatMap((order, at) => (order.session === session ? [at] : []));
    const people = [...allowed.keys()].filter((person) => here.some((at) => allowed[person]?.[at] === 1));
    const seniors = people.filter((person) => classes[classOf[person] as number]?.isSenior);
    return people.length < here.reduce((sum, at) => sum + (orders[at]?.need ?? 0), 0) || seniors.length < here.length;
  });
}

/**
 * Orders of one session: a maximum bipartite matching between jobs and people decides exactly. Each order has a job for a senior and, where it needs two
 * people, one for anybody. Bans of pairs cannot be stated this way.
 */
function canMatch({ orders, allowed, classes, classOf }: Instance): boolean {
  const isSenior = (person: number): boolean => classes[classOf[person] as number]?.isSenior === true;
  const isAvailable = (person: number, order: number): boolean =>
    allowed[person]?.[order] === 1 && (classes[classOf[person] as number]?.maxJobs ?? 0) > 0;
  const jobs = orders.flatMap(({ need, pinned }, order): number[][] => {
    const people = [...allowed.keys()].filter((person) => isAvailable(person, order));
    const seniors = people.filter(isSenior);
    if (pinned === undefined) return need === 1 ? [seniors] : [seniors, people];
    const own = isAvailable(pinned, order) ? [pinned] : [];
    if (!isSenior(pinned)) return [seniors, own];
    return need === 1 ? [own] : [own, people];
  });
  const jobOf = new Map<number, number>();
  const place = (job: number, tried: Set<number>): boolean =>
    (jobs[job] ?? []).some((person) => {
      if (tried.has(person)) return false;
      tried.add(person);
      const other = jobOf.get(person);
      if (other !== undefined && !place(other, tried)) return false;
      jobOf.set(person, job);
      return true;
    });
  return [...jobs.keys()].every((job) => place(job, new Set()));
}

/** Small days: all legal crews in turn, session by session. Undefined if that takes too many steps. */
function tryCrews(instance: Instance, maxSteps = 3_000): boolean | undefined {
  const assignment = emptyAssignment(instance);
  const order = instance.blocks.flat();
  let steps = 0;
  const visit = (at: number): boolean | undefined => {
    const next = order[at];
    if (next === undefined) return true;
    const free = [...assignment.jobs.keys()].filter(
      (person) =>
        instance.allowed[person]?.[next] === 1 &&
        personCost(instance, person, withJob(instance, assignment.jobs[person] as number[], next)) < Number.POSITIVE_INFINITY,
    );
    const crews = [...free.map((person) => [person]), ...free.flatMap((a, from) => free.slice(from + 1).map((b) => [a, b]))];
    for (const crew of crews) {
      if (crewCost(instance, next, crew) === Number.POSITIVE_INFINITY) continue;
      if (++steps > maxSteps) return undefined;
      setCrew(instance, assignment, next, crew);
      const answer = visit(at + 1);
      if (answer !== false) return answer;
      setCrew(instance, assignment, next, []);
    }
    return false;
  };
  return visit(0);
}
