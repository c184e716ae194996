import type { PlanCost, PlanDay, PlanOrder, PlanSession, PlanSprayer } from './model.ts';

/**
 * Checks a plan and computes its cost, straight from the rules. It shares no code with the planner, on purpose: every plan is checked by it
 * in tests and before it is returned.
 */

export interface CheckedPlan {
  /** Broken rules, in plain words for developers; empty if the plan is legal. */
  problems: string[];
  cost: PlanCost;
}

const earthRadiusMetres = 6_371_008.8;

/** `crews[n]` are the sprayers of the n-th order; an empty list leaves the order without a crew. */
export function checkPlan(day: PlanDay, crews: readonly (readonly string[])[]): CheckedPlan {
  const problems: string[] = [];
  const { weights } = day.settings;
  const people = new Map(day.sprayers.map((sprayer, at) => [sprayer.id, { sprayer, at }]));
  const jobs = new Map<string, number[]>();
  const cost: PlanCost = {
    ...{ total: 0, distance: 0, ordersWithoutCrew: 0, peopleRemoved: 0, peopleAdded: 0 },
    ...{ fairness: 0, secondPersons: 0, firstJobBonus: 0 },
  };

  for (const [at, order] of day.orders.entries()) {
    const crew = crews[at] ?? [];
    const before = order.previousCrew;
    if (before.length > 0) {
      cost.peopleRemoved += weights.personRemoved * before.filter((id) => !crew.includes(id)).length;
      cost.peopleAdded += weights.personAdded * crew.filter((id) => !before.includes(id)).length;
    }
    if (crew.length === 0) {
      cost.ordersWithoutCrew += weights.orderWithoutCrew;
      continue;
    }
    for (const id of crew) jobs.set(id, [...(jobs.get(id) ?? []), at]);
    if (crew.length === 2 && order.area <= day.settings.pairArea) cost.secondPersons += weights.secondPerson;
    problems.push(...problemsOfCrew(day, order, crew, people));
  }

  for (const [id, list] of jobs) {
    const person = people.get(id);
    if (person === undefined) continue;
    const { sprayer, at } = person;
    const others = sprayer.otherJobsInWeek;
    for (let nth = others + 1; nth <= others + list.length; nth++) cost.fairness += weights.fairness * (nth - 1);
    if (sprayer.expertise === 'apprentice' && others === 0) cost.firstJobBonus -= weights.firstJobBonus;
    if (sprayer.maxJobs !== undefined && list.length > sprayer.maxJobs) problems.push(`${id} has more jobs than ${sprayer.maxJobs}`);
    cost.distance += drive(day, sprayer, at, list, problems);
  }

  const { total: _, ...items } = cost;
  cost.total = Object.values(items).reduce((sum, item) => sum + item, 0);
  return { problems, cost };
}

function problemsOfCrew(
  day: PlanDay,
  order: PlanOrder,
  crew: readonly string[],
  people: ReadonlyMap<string, { sprayer: PlanSprayer }>,
): string[] {
  const problems: string[] = [];
  const broken = (text: string): void => void problems.push(`order ${order.id}: ${text}`);
  if (new Set(crew).size !== crew.length) broken('somebody is in the crew twice');
  if (crew.length > 2) broken('more than two people');
  if (order.area > day.settings.pairArea && crew.length < 2) broken('needs two people');
  const members = crew.map((id) => people.get(id)?.sprayer);
  if (members.some((member) => member === undefined)) broken('unknown sprayer');
  if (!members.some((member) => member !== undefined && member.expertise !== 'apprentice')) broken('no adept or expert');
  for (const member of members) {
    if (member === undefined) continue;
    if (member.absentSessionIds.includes(order.sessionId)) broken(`${member.id} is absent`);
    if (member.busySessionIds.includes(order.sessionId)) broken(`${member.id} is busy`);
    if (!member.isLicensed) broken(`${member.id} has no licence`);
  }
  for (const ban of day.bans) {
    if (ban.kind === 'farmer' && ban.farmerId === order.farmerId && crew.includes(ban.sprayerId)) broken(`ban ${ban.id}`);
    if (ban.kind === 'pair' && ban.sprayerIds[0] !== ban.sprayerIds[1] && ban.sprayerIds.every((id) => crew.includes(id))) {
      broken(`ban ${ban.id}`);
    }
  }
  const { pin } = order;
  if (pin?.kind === 'person' && !crew.includes(pin.sprayerId)) broken('the pinned person is missing');
  if (pin?.kind === 'crew') {
    const pinned = new Set(pin.sprayerIds);
    if (pinned.size !== crew.length || crew.some((id) => !pinned.has(id))) broken('not the pinned crew');
  }
  return problems;
}

/** Metres that a sprayer drives for these orders; adds a problem for every field that cannot be reached in time. */
function drive(day: PlanDay, sprayer: PlanSprayer, sprayerAt: number, orders: readonly number[], problems: string[]): number {
  const sessions = [...day.sessions].sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute);
  const stops = orders
    .map((at) => {
      const order = day.orders[at] as PlanOrder;
      const position = sessions.findIndex(({ id }) => id === order.sessionId);
      return { at, order, position, session: sessions[position] as PlanSession };
    })
    .sort((a, b) => a.position - b.position);
  const base = { node: day.orders.length + sprayerAt, place: sprayer.base };
  let metres = 0;
  let previous: (typeof stops)[number] | undefined;
  for (const stop of stops) {
    const here = { node: stop.at, place: stop.order.place };
    if (previous?.position === stop.position) problems.push(`${sprayer.id} has two jobs in session ${stop.session.id}`);
    if (previous !== undefined && !isPauseBetween(day, sessions, previous.position, stop.position)) {
      const leg = travel(day, { node: previous.at, place: previous.order.place }, here);
      const available =
        stop.session.startMinute + day.settings.toleranceMinutes - (previous.session.startMinute + day.settings.workMinutes);
      if (leg.minutes > available) problems.push(`${sprayer.id} cannot drive from ${previous.order.id} to ${stop.order.id} in time`);
      metres += leg.metres;
    } else {
      if (previous !== undefined) metres += travel(day, { node: previous.at, place: previous.order.place }, base).metres;
      metres += travel(day, base, here).metres;
    }
    previous = stop;
  }
  if (previous !== undefined) metres += travel(day, { node: previous.at, place: previous.order.place }, base).metres;
  return metres;
}

function isPauseBetween(day: PlanDay, sessions: readonly PlanSession[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const pause = (sessions[at + 1] as PlanSession).startMinute - (sessions[at] as PlanSession).endMinute;
    if (pause > day.settings.blockPauseMinutes) return true;
  }
  return false;
}

interface Node {
  node: number;
  place: { latitude: number; longitude: number };
}

function travel(day: PlanDay, from: Node, to: Node): { metres: number; minutes: number } {
  const metres = day.travel?.metres[from.node]?.[to.node];
  const minutes = day.travel?.minutes[from.node]?.[to.node];
  if (metres !== undefined && minutes !== undefined && Number.isFinite(metres) && Number.isFinite(minutes)) {
    return { metres: Math.round(metres), minutes };
  }
  const rad = Math.PI / 180;
  const phi1 = from.place.latitude * rad;
  const phi2 = to.place.latitude * rad;
  const dPhi = (to.place.latitude - from.place.latitude) * rad;
  const dLambda = (to.place.longitude - from.place.longitude) * rad;
  const h = Math.sin(dPhi / 2) ** 2 + Math.cos(phi1) * Math.cos(phi2) * Math.sin(dLambda / 2) ** 2;
  const leg = Math.round(2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(h))) * day.settings.detourFactor);
  return { metres: leg, minutes: (leg / 1000 / day.settings.speedKmh) * 60 };
}
