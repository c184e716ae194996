import { insertionMetres, type StoredRoute } from '../dispatch/planner/insertion.ts';
import type { Place, PlanSession, PlanSettings } from '../dispatch/planner/model.ts';
import { legMetres } from '../dispatch/planner/travel.ts';

/** A day as it is planned: who drives where. */
export interface PlannedDay {
  date: string;
  routes: StoredRoute[];
  /** Orders that have no crew yet: their crew will drive there anyway. */
  withoutCrew: StoredRoute['stops'];
}

export interface RankedSlot {
  date: string;
  sessionId: string;
  /** Metres that the crews would drive more; null: nobody is free for it. */
  extraMetres: number | null;
  /** 1: the fewest extra metres. null: nobody is free for it. */
  rank: number | null;
  /** A crew is near the place then. */
  isBest: boolean;
}

/** At most this many times are called the best ones of a range. */
const maxBest = 6;

/** Free times by the extra way that a new order at a place would cause; those for which nobody is free come last. */
export function rankSlots(
  days: readonly PlannedDay[],
  sessions: readonly PlanSession[],
  settings: PlanSettings,
  place: Place,
  base: Place,
  isFree: (date: string, sessionId: string) => boolean,
): RankedSlot[] {
  const slots = days.flatMap((day) => {
    const metres = extraMetresOf(day, sessions, settings, place, base);
    // Not below 0: each leg is rounded to metres, so a place on the way may seem to shorten it.
    const extraMetres = (id: string) => {
      const found = metres.get(id);
      return found === undefined ? null : Math.max(0, found);
    };
    return sessions
      .filter(({ id }) => isFree(day.date, id))
      .map(({ id, startMinute }) => ({ date: day.date, sessionId: id, startMinute, extraMetres: extraMetres(id) }));
  });
  const order = ({ extraMetres }: { extraMetres: number | null }): number => extraMetres ?? Number.POSITIVE_INFINITY;
  slots.sort((a, b) => {
    if (a.extraMetres !== b.extraMetres) return order(a) - order(b);
    return a.date < b.date ? -1 : a.date > b.date ? 1 : a.startMinute - b.startMinute;
  });
  // A crew that is sent for this order alone drives from the base and back.
  const alone = legMetres(base, place, settings) * 2;
  return slots.map(({ date, sessionId, extraMetres }, at) => ({
    ...{ date, sessionId, extraMetres },
    rank: extraMetres === null ? null : at + 1,
    isBest: extraMetres !== null && at < maxBest && extraMetres <= alone / 2,
  }));
}

function extraMetresOf(
  { routes, withoutCrew }: PlannedDay,
  sessions: readonly PlanSession[],
  settings: PlanSettings,
  place: Place,
  base: Place,
): Map<string, number> {
  // Each order without a crew is a route of somebody who is not known yet.
  const unknown = withoutCrew.map((stop): StoredRoute => ({ isSenior: true, base, stops: [stop] }));
  const metres = insertionMetres([...routes, ...unknown], sessions, settings, place);
  for (const { id } of sessions) {
    const free = routes.filter(
      ({ isSenior, stops, absentSessionIds, maxJobs = Number.POSITIVE_INFINITY }) =>
        isSenior && stops.length < maxJobs && absentSessionIds?.includes(id) !== true && !stops.some(({ sessionId }) => sessionId === id),
    ).length;
    if (free <= withoutCrew.filter(({ sessionId }) => sessionId === id).length) metres.delete(id);
  }
  return metres;
}
