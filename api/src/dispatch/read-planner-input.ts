import type { Catalog } from '../catalog/catalog.ts';
import { listUnlicensed } from '../equipment/licence-store.ts';
import { invalid } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { wallTime, weekOf } from '../platform/time/clock.ts';
import type { PlanDay, PlanOrder, PlanSession, PlanSettings, PlanSprayer } from './planner/model.ts';
import { checkPlannable, maxPlannedOrders, maxPlannedSprayers, minuteOf } from './planner-input-rules.ts';
import { type DayOrder, type DaySprayer, listAbsencesOn, listBansOn, listOrdersToPlan, listSprayersToPlan } from './planner-input-store.ts';
import type { PlannerSetting } from './planner-setting-rules.ts';
import { readPlannerSetting } from './planner-setting-store.ts';

/** What the planner needs for a date, and what its answer is shown with. */
export interface PlannerInput {
  date: string;
  day: PlanDay;
  /** The same orders as in `day`: their versions show later whether they have changed. */
  orders: DayOrder[];
  /** The same sprayers as in `day`, with names and bases. */
  sprayers: DaySprayer[];
}

/** A pause longer than this between two sessions separates blocks of work. */
const blockPauseMinutes = 120;

/** Settings of the planner as they are stored, for its library. */
export const toSettings = (setting: PlannerSetting): PlanSettings => ({
  pairArea: setting.pairArea,
  workMinutes: setting.workMinutes,
  toleranceMinutes: setting.toleranceMinutes,
  detourFactor: setting.roadFactor,
  speedKmh: setting.roadSpeedKmh,
  blockPauseMinutes,
  weights: {
    orderWithoutCrew: setting.orderWithoutCrew,
    personRemoved: setting.personTakenOff,
    personAdded: setting.personAdded,
    fairness: setting.fairness,
    secondPerson: setting.unneededSecond,
    firstJobBonus: setting.apprenticeBonus,
  },
});

const toPlanOrder = ({ id, sessionId, latitude, longitude, area, farmerId, status, crewIds, pin }: DayOrder): PlanOrder => ({
  id,
  sessionId,
  place: { latitude, longitude },
  area,
  farmerId,
  previousCrew: status === 'assigned' ? crewIds : [],
  ...(pin === undefined ? {} : { pin }),
});

function toPlanSprayer(sprayer: DaySprayer, absentSessionIds: string[], isLicensed: boolean): PlanSprayer {
  const { id, expertise, base, busySessionIds, otherJobsInWeek, otherJobsOfDay, dailyJobLimit } = sprayer;
  return {
    id,
    expertise,
    base: { latitude: base?.latitude ?? 0, longitude: base?.longitude ?? 0 },
    absentSessionIds,
    busySessionIds,
    otherJobsInWeek,
    ...(dailyJobLimit === null ? {} : { maxJobs: Math.max(0, dailyJobLimit - otherJobsOfDay) }),
    isLicensed,
  };
}

/**
 * Reads everything that planning a date needs: confirmed and assigned orders, active sprayers with absences, bases and limits, pins, bans,
 * jobs of the week, settings and sessions. A constant number of statements. Throws if the day cannot be planned.
 */
export async function readPlannerInput(
  { database, catalog, now }: { database: Database; catalog: Catalog; now: Date },
  date: string,
): Promise<PlannerInput> {
  const { company } = await catalog.facts();
  const today = wallTime(now, company.timeZone).date;
  if (date < today) throw invalid({ path: 'date', message: 'must be today or later' });
  const { read } = database;
  const week = weekOf(date);
  const [orders, sprayers, absences, bans, setting, unlicensed] = await Promise.all([
    listOrdersToPlan(read, date, maxPlannedOrders + 1),
    listSprayersToPlan(read, date, { monday: week[0], sunday: week.at(-1) ?? week[0] }, maxPlannedSprayers + 1),
    listAbsencesOn(read, date),
    listBansOn(read, date),
    readPlannerSetting(read),
    listUnlicensed(read, date),
  ]);
  checkPlannable({ date, today, orderCount: orders.length, sprayers });
  await catalog.ensureLoaded(
    [],
    orders.map(({ sessionId }) => sessionId),
  );
  const used = new Set(orders.map(({ sessionId }) => sessionId));
  const sessions = [...(await catalog.facts()).sessions.values()]
    .filter(({ id, active }) => active || used.has(id))
    .map(({ id, startTime, endTime }): PlanSession => ({ id, startMinute: minuteOf(startTime), endMinute: minuteOf(endTime) }));
  const allIds = sessions.map(({ id }) => id);
  const absentIds = (sprayerId: string): string[] => {
    const own = absences.filter((absence) => absence.sprayerId === sprayerId).flatMap(({ sessionIds }) => sessionIds ?? allIds);
    return allIds.filter((id) => own.includes(id));
  };
  const day: PlanDay = {
    sessions,
    orders: orders.map(toPlanOrder),
    sprayers: sprayers.map((sprayer) => toPlanSprayer(sprayer, absentIds(sprayer.id), !unlicensed.has(sprayer.id))),
    bans,
    settings: toSettings(setting),
  };
  return { date, day, orders, sprayers };
}
