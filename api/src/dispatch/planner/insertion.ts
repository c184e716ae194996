import type { Place, PlanSession, PlanSettings } from './model.ts';
import { legMetres, legMinutes } from './travel.ts';

/** A stored route of one sprayer with what an extra job needs: places and sessions. */
export interface StoredRoute {
  sprayerId: string;
  isSenior: boolean;
  base: Place;
  /** In the order of their sessions. */
  stops: { sessionId: string; place: Place }[];
}

/**
 * Extra metres for a new order at a place in a session if one senior takes it in addition to the stored routes; undefined if nobody can. A
 * sprayer without jobs is a route without stops. The rules of the planner hold: one job per session, and fields of a block reachable in time.
 */
export function insertionMetres(
  routes: readonly StoredRoute[],
  sessions: readonly PlanSession[],
  settings: PlanSettings,
  place: Place,
  sessionId: string,
): number | undefined {
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined) return undefined;
  const block = blockAround(sessions, settings, session);
  let best: number | undefined;
  for (const { isSenior, base, stops } of routes) {
    if (!isSenior || stops.some((stop) => stop.sessionId === sessionId)) continue;
    const own = stops.filter((stop) => block.has(stop.sessionId));
    const before = own.findLast((stop) => (block.get(stop.sessionId) as PlanSession).startMinute < session.startMinute);
    const after = own.find((stop) => (block.get(stop.sessionId) as PlanSession).startMinute > session.startMinute);
    const there = legMetres(before?.place ?? base, place, settings);
    const onwards = legMetres(place, after?.place ?? base, settings);
    if (before !== undefined && !isInTime(settings, block.get(before.sessionId) as PlanSession, session, there)) continue;
    if (after !== undefined && !isInTime(settings, session, block.get(after.sessionId) as PlanSession, onwards)) continue;
    const saved = before === undefined && after === undefined ? 0 : legMetres(before?.place ?? base, after?.place ?? base, settings);
    const extra = there + onwards - saved;
    if (best === undefined || extra < best) best = extra;
  }
  return best;
}

const isInTime = (settings: PlanSettings, from: PlanSession, to: PlanSession, metres: number): boolean =>
  legMinutes(metres, settings) <= to.startMinute + settings.toleranceMinutes - (from.startMinute + settings.workMinutes);

/** Sessions of the block of a session, by id. */
function blockAround(sessions: readonly PlanSession[], settings: PlanSettings, session: PlanSession): Map<string, PlanSession> {
  const sorted = [...sessions].sort((a, b) => a.startMinute - b.startMinute || a.endMinute - b.endMinute);
  let block: PlanSession[] = [];
  for (const next of sorted) {
    const last = block.at(-1);
    if (last !== undefined && next.startMinute - last.endMinute > settings.blockPauseMinutes) {
      if (block.includes(session)) break;
      block = [];
    }
    block.push(next);
  }
  return new Map(block.map((member) => [member.id, member]));
}
