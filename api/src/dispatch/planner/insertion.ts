import type { Place, PlanSession, PlanSettings } from './model.ts';
import { earthRadiusMetres, legMinutes } from './travel.ts';

/** A stored route of one sprayer with what an extra job needs: places and sessions. */
export interface StoredRoute {
  isSenior: boolean;
  base: Place;
  /** In the order of their sessions. */
  stops: { sessionId: string; place: Place }[];
  /** Sessions in which the sprayer is absent. */
  absentSessionIds?: readonly string[];
  /** Most jobs of the day; undefined: no limit. */
  maxJobs?: number;
}

interface Stop {
  point: Point;
  block: number;
  start: number;
  /** To the new place. */
  metres: number;
}

/**
 * Extra metres for a new order at a place, by session, if one senior takes it in addition to the stored routes; sessions in which nobody can
 * are left out. A sprayer without jobs is a route without stops. The rules of the planner hold: one job per session, and fields of a block
 * reachable in time.
 */
export function insertionMetres(
  routes: readonly StoredRoute[],
  sessions: readonly PlanSession[],
  settings: PlanSettings,
  place: Place,
): Map<string, number> {
  const timeOf = assignBlocks(sessions, settings);
  const times = sessions.map(({ id }) => timeOf.get(id) as SessionTime);
  const target = pointOf(place);
  const best = sessions.map(() => Number.POSITIVE_INFINITY);
  const isTaken = (route: StoredRoute, id: string): boolean => {
    if (route.absentSessionIds?.includes(id) === true) return true;
    for (const { sessionId } of route.stops) if (sessionId === id) return true;
    return false;
  };
  for (const route of routes) {
    const { isSenior, stops, maxJobs = Number.POSITIVE_INFINITY } = route;
    if (!isSenior || stops.length >= maxJobs) continue;
    const base = pointOf(route.base);
    const there = metresBetween(base, target, settings);
    const own = stops.map(({ sessionId, place: field }): Stop => {
      const point = pointOf(field);
      const { block, start } = timeOf.get(sessionId) ?? { block: -1, start: 0 };
      return { point, block, start, metres: metresBetween(point, target, settings) };
    });
    for (let at = 0; at < sessions.length; at++) {
      if (isTaken(route, (sessions[at] as PlanSession).id)) continue;
      const { block, start } = times[at] as SessionTime;
      let before: Stop | undefined;
      let after: Stop | undefined;
      for (const stop of own) {
        if (stop.block !== block) continue;
        if (stop.start <= start) before = stop;
        else after ??= stop;
      }
      if (before !== undefined && !isInTime(settings, before.start, start, before.metres)) continue;
      if (after !== undefined && !isInTime(settings, start, after.start, after.metres)) continue;
      const isAlone = before === undefined && after === undefined;
      const saved = isAlone ? 0 : metresBetween(before?.point ?? base, after?.point ?? base, settings);
      const extra = (before?.metres ?? there) + (after?.metres ?? there) - saved;
      if (extra < (best[at] as number)) best[at] = extra;
    }
  }
  return new Map(sessions.flatMap(({ id }, at) => (best[at] === Number.POSITIVE_INFINITY ? [] : [[id, best[at] as number] as const])));
}

/** A place on the unit sphere: distances need no trigonometry but one arcsine. */
interface Point {
  x: number;
  y: number;
  z: number;
}

/** Places of a week of orders are kept between requests, and their trigonometry was a third of the work. */
const points = new WeakMap<Place, Point>();

function pointOf(place: Place): Point {
  let point = points.get(place);
  if (point === undefined) {
    const [phi, lambda] = [(place.latitude * Math.PI) / 180, (place.longitude * Math.PI) / 180];
    point = { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
    points.set(place, point);
  }
  return point;
}

/** The same leg as `legMetres`. */
function metresBetween(from: Point, to: Point, { detourFactor }: PlanSettings): number {
  const chord = Math.sqrt((from.x - to.x) ** 2 + (from.y - to.y) ** 2 + (from.z - to.z) ** 2);
  return Math.round(2 * earthRadiusMetres * Math.asin(Math.min(1, chord / 2)) * detourFactor);
}

const isInTime = (settings: PlanSettings, from: number, to: number, metres: number): boolean =>
  legMinutes(metres, settings) <= to + settings.toleranceMinutes - (from + settings.workMinutes);

interface SessionTime {
  block: number;
  start: number;
}

/** Start and number of the block of each session. */
function assignBlocks(sessions: readonly PlanSession[], settings: PlanSettings): Map<string, SessionTime> {
  const sorted = [...sessions].sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute);
  let block = 0;
  return new Map(
    sorted.map(({ id, startMinute }, at) => {
      const before = sorted[at - 1];
      if (before !== undefined && startMinute - before.endMinute > settings.blockPauseMinutes) block++;
      return [id, { block, start: startMinute }];
    }),
  );
}
