import type { PlanDay, PlanOrder, PlanSprayer } from '../dispatch/planner/model.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { driveOf } from './plan-route-rules.ts';

export interface CrewChoice {
  crew: string[];
  /** Cost of the day with this crew minus its cost as it is. */
  extraCost: number;
}

type Crews = readonly (readonly string[])[];
type NameOf = (sprayerId: string) => string;

interface Member {
  sprayer: PlanSprayer;
  cost: number;
}

const jobsWithout = (crews: Crews, orderAt: number, sprayerId: string): number[] =>
  crews.flatMap((crew, at) => (at !== orderAt && crew.includes(sprayerId) ? [at] : []));

/** Why one sprayer cannot work on the order while the other orders have these crews; undefined: they can. */
function memberProblem(day: PlanDay, crews: Crews, orderAt: number, sprayerAt: number, nameOf: NameOf): AppError | undefined {
  const order = day.orders[orderAt] as PlanOrder;
  const sprayer = day.sprayers[sprayerAt] as PlanSprayer;
  const name = nameOf(sprayer.id);
  const problem = (code: ErrorCode, text: string) => new AppError(code, text);
  const others = jobsWithout(crews, orderAt, sprayer.id);
  const clash = others.find((at) => day.orders[at]?.sessionId === order.sessionId);
  if (clash !== undefined || sprayer.busySessionIds.includes(order.sessionId))
    return problem('CREW_BUSY', `${name} already has a job in that session.`);
  if (sprayer.absentSessionIds.includes(order.sessionId)) return problem('CREW_ABSENT', `${name} is absent in that session.`);
  if (!sprayer.isLicensed) return problem('LICENCE_EXPIRED', `${name} has no valid licence on that day.`);
  if (day.bans.some((ban) => ban.kind === 'farmer' && ban.farmerId === order.farmerId && ban.sprayerId === sprayer.id))
    return problem('CREW_BANNED', `${name} does not work for this farmer.`);
  if (sprayer.maxJobs !== undefined && others.length >= sprayer.maxJobs)
    return problem('CREW_DAY_LIMIT', `${name} already has as many jobs on that day as the limit allows.`);
  if (driveOf(day, sprayerAt, [...others, orderAt]).lateAt !== undefined)
    return problem('CREW_TOO_FAR', `${name} cannot drive between this field and the fields before and after it in time.`);
  return undefined;
}

function crewProblem(day: PlanDay, order: PlanOrder, crew: readonly PlanSprayer[], nameOf: NameOf): AppError | undefined {
  const ids = crew.map(({ id }) => id);
  const names = ids.map(nameOf).join(' and ');
  if (crew.every(({ expertise }) => expertise === 'apprentice'))
    return new AppError('CREW_NEEDS_SENIOR', `${names} may work only with an adept or an expert.`);
  if (crew.length < 2 && order.area > day.settings.pairArea)
    return new AppError('CREW_NEEDS_TWO', 'An order of this area needs two sprayers.');
  if (day.bans.some((ban) => ban.kind === 'pair' && ban.sprayerIds.every((id) => ids.includes(id))))
    return new AppError('CREW_BANNED', `${names} do not work together.`);
  const { pin } = order;
  const isMet =
    pin === undefined ||
    (pin.kind === 'person'
      ? ids.includes(pin.sprayerId)
      : pin.sprayerIds.length === ids.length && pin.sprayerIds.every((id) => ids.includes(id)));
  return isMet ? undefined : new AppError('CREW_PINNED', 'This order is pinned to another crew. Remove the pin first.');
}

/** Throws if the crew breaks a rule for this order while the other orders have their crews. */
export function checkChoice(day: PlanDay, crews: Crews, orderAt: number, crew: readonly string[], nameOf: NameOf): void {
  if (crew.length === 0) return;
  const members = crew.map((id) => {
    const at = day.sprayers.findIndex((sprayer) => sprayer.id === id);
    if (at === -1) throw new AppError('CREW_UNKNOWN', `${id} is not one of the sprayers of this plan.`);
    const problem = memberProblem(day, crews, orderAt, at, nameOf);
    if (problem !== undefined) throw problem;
    return day.sprayers[at] as PlanSprayer;
  });
  const problem = crewProblem(day, day.orders[orderAt] as PlanOrder, members, nameOf);
  if (problem !== undefined) throw problem;
}

/** What a member adds to the cost of the day. */
function memberCost(day: PlanDay, crews: Crews, orderAt: number, sprayerAt: number): number {
  const { weights } = day.settings;
  const order = day.orders[orderAt] as PlanOrder;
  const sprayer = day.sprayers[sprayerAt] as PlanSprayer;
  const others = jobsWithout(crews, orderAt, sprayer.id);
  const way = driveOf(day, sprayerAt, [...others, orderAt]).metres - driveOf(day, sprayerAt, others).metres;
  const isFirst = sprayer.expertise === 'apprentice' && sprayer.otherJobsInWeek === 0 && others.length === 0;
  const isAdded = order.previousCrew.length > 0 && !order.previousCrew.includes(sprayer.id);
  return (
    way +
    weights.fairness * (sprayer.otherJobsInWeek + others.length) -
    (isFirst ? weights.firstJobBonus : 0) +
    (isAdded ? weights.personAdded : 0)
  );
}

function crewCost(day: PlanDay, order: PlanOrder, members: readonly Member[]): number {
  const { weights, pairArea } = day.settings;
  const ids = members.map(({ sprayer }) => sprayer.id);
  const removed = weights.personRemoved * order.previousCrew.filter((id) => !ids.includes(id)).length;
  if (members.length === 0) return weights.orderWithoutCrew + removed;
  const second = members.length === 2 && order.area <= pairArea ? weights.secondPerson : 0;
  return removed + second + members.reduce((sum, { cost }) => sum + cost, 0);
}

/** Legal crews for an order while the other orders keep theirs, cheapest first. */
export function listCrewChoices(day: PlanDay, crews: Crews, orderAt: number, most: number): CrewChoice[] {
  const order = day.orders[orderAt] as PlanOrder;
  const nameOf: NameOf = (id) => id;
  const toMember = (sprayer: PlanSprayer, at: number): Member => ({ sprayer, cost: memberCost(day, crews, orderAt, at) });
  const members = day.sprayers.flatMap((sprayer, at) =>
    memberProblem(day, crews, orderAt, at, nameOf) === undefined ? [toMember(sprayer, at)] : [],
  );
  const present = (crews[orderAt] ?? []).flatMap((id) => {
    const at = day.sprayers.findIndex((sprayer) => sprayer.id === id);
    return at === -1 ? [] : [toMember(day.sprayers[at] as PlanSprayer, at)];
  });
  const now = crewCost(day, order, present);
  const choices: CrewChoice[] = [];
  const add = (...crew: Member[]) => {
    const sprayers = crew.map(({ sprayer }) => sprayer);
    if (crewProblem(day, order, sprayers, nameOf) !== undefined) return;
    choices.push({ crew: sprayers.map(({ id }) => id), extraCost: crewCost(day, order, crew) - now });
  };
  for (const [at, member] of members.entries()) {
    add(member);
    for (const partner of members.slice(at + 1)) add(member, partner);
  }
  return choices.sort((a, b) => a.extraCost - b.extraCost || a.crew.length - b.crew.length).slice(0, most);
}
