import type { SpraySession } from '../catalog/catalog-store.ts';
import { readSessionDays } from '../catalog/closure-store.ts';
import type { Db } from '../platform/postgres/database.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { readOrderVerdicts } from '../weather/order-verdicts.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import type { Verdict } from '../weather/spray-window-rules.ts';
import { type PlannedOrder, readCrewTimes } from './planning-store.ts';
import { type CostParts, type FreePlace, placeCost } from './rebooking-rules.ts';

export const slotKey = ({ date, sessionId }: { date: string; sessionId: string }): string => `${date} ${sessionId}`;

export interface Planning {
  /** Sessions in the range that have not begun and are open, by time. */
  places: FreePlace[];
  verdictAt(order: PlannedOrder, place: FreePlace): Verdict;
  /** The crew of the order has other work then, is absent, or has enough jobs that day. */
  isCrewLost(order: PlannedOrder, place: FreePlace): boolean;
  /** undefined: the order cannot use the place. */
  costAt(order: PlannedOrder, place: FreePlace, isCrewLost?: boolean): CostParts | undefined;
}

/**
 * Reads what the costs of all places of a range of dates depend on. `moving`: orders whose crews go with them. `db`: where it is read, if
 * the caller has a transaction.
 */
export async function loadPlanning(
  context: WeatherContext,
  orders: readonly PlannedOrder[],
  range: { from: string; to: string },
  moving: readonly string[],
  db: Db = context.database.read,
): Promise<Planning> {
  const { catalog, clock } = context;
  await catalog.ensureLoaded(
    [],
    orders.map(({ sessionId }) => sessionId),
  );
  const { sessions, company } = await catalog.facts();
  const now = wallTime(clock(), company.timeZone);
  const crewIds = [...new Set(orders.flatMap((order) => order.crewIds))];
  // One after another: the demo data run this in a transaction, whose connection takes one statement at a time.
  const days = await readSessionDays(db, range);
  const isBusy = await readCrewTimes(db, crewIds, range.from, range.to, moving);
  const verdictsOf = await readOrderVerdicts(context, orders, db);
  const active = [...sessions.values()].filter((session) => session.active).sort((a, b) => (a.startTime < b.startTime ? -1 : 1));
  const places: FreePlace[] = [];
  for (let date = range.from; date <= range.to; date = addDays(date, 1))
    for (const { id, startTime, capacity } of active) {
      const day = days.get(`${date} ${id}`);
      if ((date === now.date && startTime <= now.time) || date < now.date || day?.closed === true) continue;
      places.push({ date, sessionId: id, startTime, free: Math.max(0, capacity - (day?.taken ?? 0)) });
    }

  // Judging a session takes longer than the rest, and neighbours with the same products share its verdict.
  const verdictsOfOrder = new Map(orders.map((order) => [order.id, verdictsOf(order)]));
  const judged = new Map<string, Verdict>();
  const verdictAt = (order: PlannedOrder, place: FreePlace): Verdict => {
    const verdicts = verdictsOfOrder.get(order.id) ?? verdictsOf(order);
    const key = `${verdicts.key} ${slotKey(place)}`;
    let verdict = judged.get(key);
    if (verdict === undefined) {
      const session = sessions.get(place.sessionId) as SpraySession;
      verdict = verdicts.judge(place.date, session).verdict;
      judged.set(key, verdict);
    }
    return verdict;
  };
  const isCrewLost = (order: PlannedOrder, place: FreePlace) => order.crewIds.some((id) => isBusy(id, place.date, place.sessionId));
  return {
    places,
    verdictAt,
    isCrewLost,
    costAt(order, place, lost = isCrewLost(order, place)) {
      if (slotKey(order) === slotKey(place)) return undefined;
      const startTime = sessions.get(order.sessionId)?.startTime ?? '00:00:00';
      return placeCost({ ...order, startTime }, place, verdictAt(order, place), lost);
    },
  };
}
