import type { BlockRoute, Place, PlanDay, PlanSession, RouteLeg, SprayerRoute } from '../dispatch/planner/model.ts';

const earthRadiusMetres = 6_371_008.8;

export interface Leg {
  metres: number;
  minutes: number;
}

/** The leg between two places by great circle and detour factor. */
export function greatCircleLeg(from: Place, to: Place, { detourFactor, speedKmh }: { detourFactor: number; speedKmh: number }): Leg {
  const rad = Math.PI / 180;
  const dPhi = (to.latitude - from.latitude) * rad;
  const dLambda = (to.longitude - from.longitude) * rad;
  const h = Math.sin(dPhi / 2) ** 2 + Math.cos(from.latitude * rad) * Math.cos(to.latitude * rad) * Math.sin(dLambda / 2) ** 2;
  const metres = Math.round(2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(h))) * detourFactor);
  return { metres, minutes: (metres / 1000 / speedKmh) * 60 };
}

/** Nodes as in TravelMatrix: orders, then the bases of the sprayers. */
export function legBetween(day: PlanDay, from: number, to: number): Leg {
  const metres = day.travel?.metres[from]?.[to];
  const minutes = day.travel?.minutes[from]?.[to];
  if (metres != null && minutes != null && Number.isFinite(metres) && Number.isFinite(minutes))
    return { metres: Math.round(metres), minutes };
  return greatCircleLeg(placeOf(day, from), placeOf(day, to), day.settings);
}

function placeOf({ orders, sprayers }: PlanDay, node: number): Place {
  const place = node < orders.length ? orders[node]?.place : sprayers[node - orders.length]?.base;
  return place ?? { latitude: 0, longitude: 0 };
}

interface Stop {
  orderAt: number;
  session: PlanSession;
}

/** Stops in the order of their sessions, a list for each block. */
function blocksOf(day: PlanDay, orders: readonly number[]): Stop[][] {
  const sessions = [...day.sessions].sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute);
  const blockOf = new Map<string, number>();
  let block = 0;
  for (const [at, session] of sessions.entries()) {
    const before = sessions[at - 1];
    if (before !== undefined && session.startMinute - before.endMinute > day.settings.blockPauseMinutes) block++;
    blockOf.set(session.id, block);
  }
  const position = new Map(sessions.map(({ id }, at) => [id, at]));
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const stops = orders
    .flatMap((orderAt): Stop[] => {
      const session = byId.get(day.orders[orderAt]?.sessionId ?? '');
      return session === undefined ? [] : [{ orderAt, session }];
    })
    .sort((a, b) => (position.get(a.session.id) ?? 0) - (position.get(b.session.id) ?? 0));
  const blocks: Stop[][] = [];
  let last: number | undefined;
  for (const stop of stops) {
    const of = blockOf.get(stop.session.id);
    if (of === last) blocks.at(-1)?.push(stop);
    else blocks.push([stop]);
    last = of;
  }
  return blocks;
}

/** Metres that a sprayer drives for these orders, and the first one that cannot be reached in time. */
export function driveOf(day: PlanDay, sprayerAt: number, orders: readonly number[]): { metres: number; lateAt: number | undefined } {
  const base = day.orders.length + sprayerAt;
  let metres = 0;
  let lateAt: number | undefined;
  for (const block of blocksOf(day, orders)) {
    let previous: Stop | undefined;
    for (const stop of block) {
      const leg = legBetween(day, previous?.orderAt ?? base, stop.orderAt);
      metres += leg.metres;
      if (previous !== undefined && leg.minutes > minutesBetween(day, previous.session, stop.session)) lateAt ??= stop.orderAt;
      previous = stop;
    }
    if (previous !== undefined) metres += legBetween(day, previous.orderAt, base).metres;
  }
  return { metres, lateAt };
}

const minutesBetween = ({ settings }: PlanDay, from: PlanSession, to: PlanSession): number =>
  to.startMinute + settings.toleranceMinutes - (from.startMinute + settings.workMinutes);

/** The ways of all sprayers with a job. `crews[n]` is the crew of the n-th order. */
export function routesOf(day: PlanDay, crews: readonly (readonly string[])[]): SprayerRoute[] {
  return day.sprayers.flatMap((sprayer, sprayerAt): SprayerRoute[] => {
    const orders = crews.flatMap((crew, orderAt) => (crew.includes(sprayer.id) ? [orderAt] : []));
    if (orders.length === 0) return [];
    const blocks = blocksOf(day, orders).map((stops) => blockRoute(day, day.orders.length + sprayerAt, stops));
    const metres = blocks.reduce((sum, block) => sum + block.metres, 0);
    return [{ sprayerId: sprayer.id, blocks, jobs: orders.length, metres }];
  });
}

function blockRoute(day: PlanDay, base: number, stops: readonly Stop[]): BlockRoute {
  const legs: RouteLeg[] = [];
  const idOf = (at: number): string => day.orders[at]?.id ?? '';
  let previous: Stop | undefined;
  for (const stop of stops) {
    const { metres, minutes } = legBetween(day, previous?.orderAt ?? base, stop.orderAt);
    const travelMinutes = Math.ceil(minutes);
    const departMinute =
      previous === undefined ? stop.session.startMinute - travelMinutes : previous.session.startMinute + day.settings.workMinutes;
    const from = previous === undefined ? {} : { fromOrderId: idOf(previous.orderAt) };
    legs.push({ ...from, toOrderId: idOf(stop.orderAt), metres, travelMinutes, departMinute, arriveMinute: departMinute + travelMinutes });
    previous = stop;
  }
  if (previous !== undefined) {
    const { metres, minutes } = legBetween(day, previous.orderAt, base);
    const [travelMinutes, departMinute] = [Math.ceil(minutes), previous.session.startMinute + day.settings.workMinutes];
    legs.push({ fromOrderId: idOf(previous.orderAt), metres, travelMinutes, departMinute, arriveMinute: departMinute + travelMinutes });
  }
  return { sessionIds: stops.map(({ session }) => session.id), legs, metres: legs.reduce((sum, { metres }) => sum + metres, 0) };
}
