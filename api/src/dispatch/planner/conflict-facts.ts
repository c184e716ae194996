import type { ConflictFact, PlanDay, PlanOrder, PlanSession, PlanSprayer } from './model.ts';
import { legBetweenOrders } from './travel.ts';

/** All facts that can take part in a conflict between the orders of the day. The facts of `first` come first. */
export function factsOf(day: PlanDay, first: string): ConflictFact[] {
  const { settings } = day;
  const sessionIds = new Set(day.orders.map(({ sessionId }) => sessionId));
  const people = new Set(day.sprayers.map(({ id }) => id));
  const farmers = new Set(day.orders.map(({ farmerId }) => farmerId));
  const orders = [...day.orders].sort((a, b) => Number(b.id === first) - Number(a.id === first));
  return [
    ...orders.map(({ id }): ConflictFact => ({ kind: 'order-needs-crew', orderId: id })),
    ...orders.flatMap(({ id, pin }): ConflictFact[] => (pin === undefined ? [] : [{ kind: 'pin', orderId: id }])),
    ...orders.flatMap(({ id, area }): ConflictFact[] =>
      area > settings.pairArea ? [{ kind: 'needs-pair', orderId: id, area, pairArea: settings.pairArea }] : [],
    ),
    ...(day.sprayers.some(({ expertise }) => expertise === 'apprentice') ? [{ kind: 'needs-senior' } as const] : []),
    ...day.sprayers.flatMap(({ id, absentSessionIds, busySessionIds, isLicensed, maxJobs }): ConflictFact[] => [
      ...[...new Set(absentSessionIds)]
        .filter((session) => sessionIds.has(session))
        .map((sessionId) => ({ kind: 'absence', sprayerId: id, sessionId }) as const),
      ...[...new Set(busySessionIds)]
        .filter((session) => sessionIds.has(session))
        .map((sessionId) => ({ kind: 'busy', sprayerId: id, sessionId }) as const),
      ...(isLicensed ? [] : [{ kind: 'licence', sprayerId: id } as const]),
      ...(maxJobs !== undefined && maxJobs < sessionIds.size ? [{ kind: 'job-limit', sprayerId: id, maxJobs } as const] : []),
    ]),
    ...day.bans.flatMap((ban): ConflictFact[] => {
      const isPart =
        ban.kind === 'farmer' ? people.has(ban.sprayerId) && farmers.has(ban.farmerId) : ban.sprayerIds.every((id) => people.has(id));
      return isPart ? [{ kind: 'ban', banId: ban.id }] : [];
    }),
    ...unreachableLegs(day),
  ];
}

/** Everything but the crew rule's "at most two people" and one job per session can be left out. */
export const isRelaxable = (fact: ConflictFact): boolean => fact.kind !== 'one-job-per-session';

function unreachableLegs(day: PlanDay): ConflictFact[] {
  const sessions = [...day.sessions].sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute);
  const positionOf = new Map(sessions.map(({ id }, at) => [id, at]));
  const found: ConflictFact[] = [];
  for (const [fromAt, from] of day.orders.entries()) {
    for (const [toAt, to] of day.orders.entries()) {
      const [start, end] = [positionOf.get(from.sessionId) ?? 0, positionOf.get(to.sessionId) ?? 0];
      if (start >= end || hasPause(day, sessions, start, end)) continue;
      const travelMinutes = legBetweenOrders(day, fromAt, toAt).minutes;
      const availableMinutes = availableBetween(day, sessions[start] as PlanSession, sessions[end] as PlanSession);
      if (travelMinutes > availableMinutes) {
        found.push({ kind: 'unreachable', fromOrderId: from.id, toOrderId: to.id, travelMinutes, availableMinutes });
      }
    }
  }
  return found;
}

const availableBetween = ({ settings }: PlanDay, from: PlanSession, to: PlanSession): number =>
  to.startMinute + settings.toleranceMinutes - (from.startMinute + settings.workMinutes);

const hasPause = (day: PlanDay, sessions: readonly PlanSession[], from: number, to: number): boolean =>
  sessions
    .slice(from + 1, to + 1)
    .some((session, at) => session.startMinute - (sessions[from + at] as PlanSession).endMinute > day.settings.blockPauseMinutes);

/** The day with only these facts: orders without their need for a crew are left out, absences that are not listed do not exist, and so on. */
export function relax(day: PlanDay, facts: readonly ConflictFact[]): PlanDay {
  const keys = new Set(facts.map(keyOf));
  const has = (fact: ConflictFact): boolean => keys.has(keyOf(fact));
  const hasSeniority = keys.has('needs-senior');
  const orders = day.orders.flatMap((order): PlanOrder[] => {
    if (!has({ kind: 'order-needs-crew', orderId: order.id })) return [];
    const { pin, ...rest } = order;
    const area = keys.has(`needs-pair|${order.id}`) ? order.area : Math.min(order.area, day.settings.pairArea);
    return [{ ...rest, area, ...(pin !== undefined && has({ kind: 'pin', orderId: order.id }) ? { pin } : {}) }];
  });
  const sprayers = day.sprayers.map((sprayer) => {
    const { maxJobs, ...rest } = sprayer;
    return {
      ...rest,
      expertise: hasSeniority ? sprayer.expertise : ('expert' as const),
      absentSessionIds: sprayer.absentSessionIds.filter((sessionId) => has({ kind: 'absence', sprayerId: sprayer.id, sessionId })),
      busySessionIds: sprayer.busySessionIds.filter((sessionId) => has({ kind: 'busy', sprayerId: sprayer.id, sessionId })),
      isLicensed: sprayer.isLicensed || !has({ kind: 'licence', sprayerId: sprayer.id }),
      ...(maxJobs !== undefined && keys.has(`job-limit|${sprayer.id}`) ? { maxJobs } : {}),
    };
  });
  const bans = day.bans.filter(({ id }) => has({ kind: 'ban', banId: id }));
  const isOpen = (from: string, to: string): boolean => !keys.has(`unreachable|${from}|${to}`);
  return { ...day, orders, sprayers, bans, travel: openLegs(day, orders, isOpen) };
}

/** The day without one fact; everything else stays. */
export function withoutFact(day: PlanDay, fact: ConflictFact): PlanDay {
  const changeOrder = (id: string, change: (order: PlanOrder) => PlanOrder): PlanDay => ({
    ...day,
    orders: day.orders.map((order) => (order.id === id ? change(order) : order)),
  });
  const changeSprayer = (id: string, change: (sprayer: PlanSprayer) => PlanSprayer): PlanDay => ({
    ...day,
    sprayers: day.sprayers.map((sprayer) => (sprayer.id === id ? change(sprayer) : sprayer)),
  });
  const without = (list: readonly string[], sessionId: string): string[] => list.filter((id) => id !== sessionId);
  switch (fact.kind) {
    case 'pin':
      return changeOrder(fact.orderId, ({ pin: _, ...order }) => order);
    case 'needs-pair':
      return changeOrder(fact.orderId, (order) => ({ ...order, area: day.settings.pairArea }));
    case 'absence':
      return changeSprayer(fact.sprayerId, (one) => ({ ...one, absentSessionIds: without(one.absentSessionIds, fact.sessionId) }));
    case 'busy':
      return changeSprayer(fact.sprayerId, (one) => ({ ...one, busySessionIds: without(one.busySessionIds, fact.sessionId) }));
    case 'licence':
      return changeSprayer(fact.sprayerId, (one) => ({ ...one, isLicensed: true }));
    case 'job-limit':
      return changeSprayer(fact.sprayerId, ({ maxJobs: _, ...one }) => one);
    case 'ban':
      return { ...day, bans: day.bans.filter(({ id }) => id !== fact.banId) };
    case 'needs-senior':
    case 'order-needs-crew':
    case 'one-job-per-session':
    case 'unreachable':
      // Not for the office to give up.
      return day;
  }
}

/** Legs that the facts do not forbid take no time. */
function openLegs(
  day: PlanDay,
  orders: readonly PlanOrder[],
  isOpen: (from: string, to: string) => boolean,
): NonNullable<PlanDay['travel']> {
  const position = new Map(day.orders.map(({ id }, at) => [id, at]));
  const legs = orders.map((from) =>
    orders.map((to) => {
      const leg = legBetweenOrders(day, position.get(from.id) ?? 0, position.get(to.id) ?? 0);
      return isOpen(from.id, to.id) ? { metres: leg.metres, minutes: -1e6 } : leg;
    }),
  );
  return { metres: legs.map((row) => row.map(({ metres }) => metres)), minutes: legs.map((row) => row.map(({ minutes }) => minutes)) };
}

function keyOf(fact: ConflictFact): string {
  switch (fact.kind) {
    case 'order-needs-crew':
    case 'pin':
    case 'needs-pair':
      return `${fact.kind}|${fact.orderId}`;
    case 'absence':
    case 'busy':
      return `${fact.kind}|${fact.sprayerId}|${fact.sessionId}`;
    case 'licence':
    case 'job-limit':
      return `${fact.kind}|${fact.sprayerId}`;
    case 'ban':
      return `ban|${fact.banId}`;
    case 'unreachable':
      return `unreachable|${fact.fromOrderId}|${fact.toOrderId}`;
    case 'needs-senior':
      return 'needs-senior';
    case 'one-job-per-session':
      return `one-job-per-session|${fact.sessionId}`;
  }
}
