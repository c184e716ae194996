import type { Catalog } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import { readSessionDays } from '../catalog/closure-store.ts';
import type { DateRange } from '../catalog/date-range-rules.ts';
import type { StoredRoute } from '../dispatch/planner/insertion.ts';
import type { Place, PlanSession } from '../dispatch/planner/model.ts';
import { maxPlannedSprayers, minuteOf } from '../dispatch/planner-input-rules.ts';
import { readCompanyBase, readPlannerSetting } from '../dispatch/planner-setting-store.ts';
import { toSettings } from '../dispatch/read-planner-input.ts';
import type { Database } from '../platform/postgres/database.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { type AdviceAbsence, type AdviceSprayer, listAdviceAbsences, listAdviceSprayers, type PlannedStop } from './advice-store.ts';
import type { PlannedStopsCache } from './planned-stops-cache.ts';
import { type PlannedDay, type RankedSlot, rankSlots } from './rank-slots.ts';

export interface SlotAdvice extends RankedSlot {
  session: SpraySession;
}

/**
 * The free times of some days by the extra way that a new order at a place would cause, with the crews as they are planned now. Empty if the
 * company has no base or no sprayers.
 */
export async function readBookingAdvice(
  { database, catalog, stopsCache, now }: { database: Database; catalog: Catalog; stopsCache: PlannedStopsCache; now: Date },
  range: DateRange,
  place: Place,
): Promise<SlotAdvice[]> {
  const { read } = database;
  const [facts, stops, sprayers, absences, setting, companyBase, taken] = await Promise.all([
    catalog.facts(),
    stopsCache.read(read, range),
    listAdviceSprayers(read, maxPlannedSprayers),
    listAdviceAbsences(read, range),
    readPlannerSetting(read),
    readCompanyBase(read),
    readSessionDays(read, range),
  ]);
  const base = companyBase ?? sprayers[0]?.base;
  if (base === undefined || sprayers.length === 0) return [];
  const active = [...facts.sessions.values()].filter((session) => session.active);
  const local = wallTime(now, facts.company.timeZone);
  const isFree = (date: string, sessionId: string): boolean => {
    const session = facts.sessions.get(sessionId);
    if (session === undefined || date < local.date || (date === local.date && session.startTime <= local.time)) return false;
    const day = taken.get(`${date} ${sessionId}`) ?? { closed: false, taken: 0 };
    return !day.closed && day.taken < session.capacity;
  };
  const sessions = active
    .map(({ id, startTime, endTime }): PlanSession => ({ id, startMinute: minuteOf(startTime), endMinute: minuteOf(endTime) }))
    .sort((a, b) => a.startMinute - b.startMinute);
  const days = daysOf(range, sessions, { stops, sprayers, absences });
  const byId = new Map(active.map((session) => [session.id, session]));
  return rankSlots(days, sessions, toSettings(setting), place, base, isFree).map((slot) => ({
    ...slot,
    session: byId.get(slot.sessionId) as SpraySession,
  }));
}

function daysOf(
  { from, to }: DateRange,
  sessions: readonly PlanSession[],
  { stops, sprayers, absences }: { stops: ReadonlyMap<string, PlannedStop[]>; sprayers: AdviceSprayer[]; absences: AdviceAbsence[] },
): PlannedDay[] {
  const position = new Map(sessions.map(({ id }, at) => [id, at]));
  const allIds = sessions.map(({ id }) => id);
  const seniors = sprayers.filter(({ expertise }) => expertise !== 'apprentice');
  const days: PlannedDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const away = absences.filter((absence) => absence.from <= date && date <= absence.to);
    const routes = new Map(
      // An apprentice takes no order alone.
      seniors.map(({ id, base, maxJobs }): [string, StoredRoute] => [
        id,
        {
          isSenior: true,
          base,
          stops: [],
          absentSessionIds: away.filter(({ sprayerId }) => sprayerId === id).flatMap(({ sessionIds }) => sessionIds ?? allIds),
          ...(maxJobs === undefined ? {} : { maxJobs }),
        },
      ]),
    );
    const withoutCrew: PlannedStop[] = [];
    for (const stop of stops.get(date) ?? []) {
      if (!position.has(stop.sessionId)) continue;
      if (stop.crew.length === 0) withoutCrew.push(stop);
      for (const id of stop.crew) routes.get(id)?.stops.push(stop);
    }
    for (const { stops: own } of routes.values())
      if (own.length > 1) own.sort((a, b) => (position.get(a.sessionId) ?? 0) - (position.get(b.sessionId) ?? 0));
    days.push({ date, routes: [...routes.values()], withoutCrew });
  }
  return days;
}
