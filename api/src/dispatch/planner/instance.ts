import type { PlanDay, PlanOrder, PlanSession, PlanSprayer } from './model.ts';
import { type Travel, travelOf } from './travel.ts';

/** The day with numbers instead of ids, legs between all places, and people grouped into classes. */

export interface OrderNode {
  session: number;
  block: number;
  /** People that a crew must have. */
  need: number;
  /** A second person is possible although one is enough. */
  canHaveSecond: boolean;
  /** Cost when the crew has two people. */
  pairCost: number;
  /** Index of the sprayer that every crew of the order must contain. */
  pinned?: number;
  previous: number[];
}

/** People who are interchangeable, except for the jobs they have on other days. */
export interface PersonClass {
  index: number;
  isSenior: boolean;
  base: number;
  maxJobs: number;
  allowed: Uint8Array;
  /** Cost of having one of these people on the order: negative if that keeps somebody of the previous crew. */
  visitCost: Float64Array;
  members: number[];
  /** Members with the same number of other jobs in the week. */
  groups: { otherJobs: number; members: number[] }[];
}

export interface Instance {
  day: PlanDay;
  sessions: PlanSession[];
  /** Order indices of each block, by session and then as in the input. */
  blocks: number[][];
  sessionsOfBlock: number[][];
  orders: OrderNode[];
  travel: Travel;
  /** Orders of the block from which an order can be reached in time. */
  predecessors: Int32Array[];
  successors: Int32Array[];
  /** Whether an order can follow another one in a block, row by row. */
  isReachable: Uint8Array;
  classes: PersonClass[];
  classOf: Int32Array;
  /** Whether a sprayer may work on an order, by sprayer. */
  allowed: Uint8Array[];
  /** Two people who must not work together, as sprayer indices. */
  bannedPairs: [number, number][];
  /** Cost that every plan has. */
  constant: number;
}

/** `travel` may be that of a day with the same places and settings. */
export function createInstance(day: PlanDay, travel: Travel = travelOf(day)): Instance {
  const sessions = [...day.sessions].sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute);
  const sessionAt = new Map(sessions.map(({ id }, at) => [id, at]));
  const blockOfSession = assignBlocks(sessions, day.settings.blockPauseMinutes);
  const sprayerAt = new Map(day.sprayers.map(({ id }, at) => [id, at]));
  const orders = day.orders.map((order) => createNode(day, order, sessionAt, blockOfSession, sprayerAt));
  const blockCount = (blockOfSession.at(-1) ?? -1) + 1;
  const blocks = Array.from({ length: blockCount }, (_, block) =>
    orders
      .flatMap((order, at) => (order.block === block ? [at] : []))
      .sort((a, b) => node(orders, a).session - node(orders, b).session || a - b),
  );
  const isReachable = (from: number, to: number): boolean => {
    const start = sessions[node(orders, from).session] as PlanSession;
    const end = sessions[node(orders, to).session] as PlanSession;
    const available = end.startMinute + day.settings.toleranceMinutes - (start.startMinute + day.settings.workMinutes);
    return travel.minutes(from, to) <= available;
  };
  const successors = orders.map((order, at) =>
    Int32Array.from(
      (blocks[order.block] as number[]).filter((next) => node(orders, next).session > order.session && isReachable(at, next)),
    ),
  );
  const count = orders.length;
  const reachable = new Uint8Array(count * count);
  for (const [at, list] of successors.entries()) for (const next of list) reachable[at * count + next] = 1;
  const before: number[][] = orders.map(() => []);
  for (const [at, list] of successors.entries()) for (const next of list) before[next]?.push(at);
  const bannedPairs = day.bans.flatMap((ban): [number, number][] => {
    if (ban.kind !== 'pair') return [];
    const [a, b] = [sprayerAt.get(ban.sprayerIds[0]), sprayerAt.get(ban.sprayerIds[1])];
    return a === undefined || b === undefined || a === b ? [] : [[Math.min(a, b), Math.max(a, b)]];
  });
  const allowed = day.sprayers.map((sprayer, at) =>
    Uint8Array.from(day.orders, (order) => (mayWork(day, sprayer, at, order, sprayerAt) ? 1 : 0)),
  );
  dropImpossiblePins(day, orders, allowed, sprayerAt, bannedPairs);
  const individuals = new Set([...bannedPairs.flat(), ...orders.flatMap(({ pinned }) => (pinned === undefined ? [] : [pinned]))]);
  const classes = groupPeople(day, orders, travel, allowed, individuals);
  const classOf = new Int32Array(day.sprayers.length);
  for (const { index, members } of classes) for (const member of members) classOf[member] = index;
  return {
    ...{ day, sessions, blocks, orders, travel, successors, classes, classOf, allowed, bannedPairs },
    sessionsOfBlock: blocks.map((_, block) => sessions.flatMap((_session, at) => (blockOfSession[at] === block ? [at] : []))),
    isReachable: reachable,
    predecessors: before.map((list) => Int32Array.from(list)),
    constant: day.orders.reduce((sum, { previousCrew }) => sum + day.settings.weights.personRemoved * previousCrew.length, 0),
  };
}

const node = (orders: readonly OrderNode[], at: number): OrderNode => orders[at] as OrderNode;

function assignBlocks(sessions: readonly PlanSession[], pauseMinutes: number): number[] {
  let block = 0;
  return sessions.map((session, at) => {
    const before = sessions[at - 1];
    if (before !== undefined && session.startMinute - before.endMinute > pauseMinutes) block++;
    return block;
  });
}

function createNode(
  day: PlanDay,
  order: PlanOrder,
  sessionAt: ReadonlyMap<string, number>,
  blockOfSession: readonly number[],
  sprayerAt: ReadonlyMap<string, number>,
): OrderNode {
  const session = sessionAt.get(order.sessionId);
  if (session === undefined) throw new Error(`Order ${order.id} has the unknown session ${order.sessionId}.`);
  const { pin } = order;
  const needsPair = order.area > day.settings.pairArea;
  const pinnedSize = pin?.kind === 'crew' ? new Set(pin.sprayerIds).size : undefined;
  const pinned = pin?.kind === 'person' ? sprayerAt.get(pin.sprayerId) : undefined;
  return {
    session,
    block: blockOfSession[session] ?? 0,
    need: pinnedSize ?? (needsPair ? 2 : 1),
    canHaveSecond: pinnedSize === undefined && !needsPair,
    pairCost: needsPair ? 0 : day.settings.weights.secondPerson,
    ...(pinned === undefined ? {} : { pinned }),
    previous: order.previousCrew.flatMap((id) => sprayerAt.get(id) ?? []),
  };
}

function mayWork(day: PlanDay, sprayer: PlanSprayer, at: number, order: PlanOrder, sprayerAt: ReadonlyMap<string, number>): boolean {
  if (!sprayer.isLicensed) return false;
  if (sprayer.absentSessionIds.includes(order.sessionId) || sprayer.busySessionIds.includes(order.sessionId)) return false;
  if (order.pin?.kind === 'crew' && !order.pin.sprayerIds.some((id) => sprayerAt.get(id) === at)) return false;
  return !day.bans.some((ban) => ban.kind === 'farmer' && ban.sprayerId === sprayer.id && ban.farmerId === order.farmerId);
}

/** An order whose pin can never be met gets no crew, so the model needs no constraint for the pin. */
function dropImpossiblePins(
  day: PlanDay,
  orders: OrderNode[],
  allowed: readonly Uint8Array[],
  sprayerAt: ReadonlyMap<string, number>,
  bannedPairs: readonly [number, number][],
): void {
  for (const [at, order] of day.orders.entries()) {
    const { pin } = order;
    if (pin === undefined) continue;
    const ids = pin.kind === 'crew' ? [...new Set(pin.sprayerIds)] : [pin.sprayerId];
    const people = ids.map((id) => sprayerAt.get(id));
    let isPossible = people.every((person) => person !== undefined && allowed[person]?.[at] === 1);
    if (pin.kind === 'crew') {
      const seniors = people.filter((person) => person !== undefined && day.sprayers[person]?.expertise !== 'apprentice');
      if (ids.length > 2 || ids.length === 0 || seniors.length === 0) isPossible = false;
      if (order.area > day.settings.pairArea && ids.length < 2) isPossible = false;
      if (bannedPairs.some(([a, b]) => people.includes(a) && people.includes(b))) isPossible = false;
    }
    if (isPossible) continue;
    for (const row of allowed) row[at] = 0;
    delete node(orders, at).pinned;
  }
}

function groupPeople(
  day: PlanDay,
  orders: readonly OrderNode[],
  travel: Travel,
  allowed: readonly Uint8Array[],
  individuals: ReadonlySet<number>,
): PersonClass[] {
  const { weights } = day.settings;
  const classes = new Map<string, PersonClass>();
  for (const [at, sprayer] of day.sprayers.entries()) {
    const visitCost = Float64Array.from(orders, ({ previous }, order) => {
      if (day.orders[order]?.previousCrew.length === 0) return 0;
      return previous.includes(at) ? -weights.personRemoved : weights.personAdded;
    });
    const mine = allowed[at] as Uint8Array;
    const isSenior = sprayer.expertise !== 'apprentice';
    const base = travel.baseOf[at] ?? 0;
    const maxJobs = Math.min(sprayer.maxJobs ?? Number.POSITIVE_INFINITY, day.sessions.length);
    const key = [isSenior, base, maxJobs, mine.join(''), visitCost.join(), individuals.has(at) ? at : ''].join('|');
    const found = classes.get(key) ?? { index: classes.size, isSenior, base, maxJobs, allowed: mine, visitCost, members: [], groups: [] };
    classes.set(key, found);
    found.members.push(at);
    const group = found.groups.find(({ otherJobs }) => otherJobs === sprayer.otherJobsInWeek);
    if (group === undefined) found.groups.push({ otherJobs: sprayer.otherJobsInWeek, members: [at] });
    else group.members.push(at);
  }
  return [...classes.values()];
}

/** Fairness and the bonus of a first job, for one person with this many jobs in the plan. */
export function jobsCost(instance: Instance, isSenior: boolean, otherJobs: number, jobs: number): number {
  const { weights } = instance.day.settings;
  const fairness = weights.fairness * (jobs * otherJobs + (jobs * (jobs - 1)) / 2);
  return fairness - (!isSenior && otherJobs === 0 && jobs > 0 ? weights.firstJobBonus : 0);
}
