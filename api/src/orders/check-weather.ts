import { addDays, instantOf, wallTime } from '../platform/time/clock.ts';
import { readOrderVerdicts } from '../weather/order-verdicts.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { type SprayWindow, units } from '../weather/spray-window-rules.ts';
import { listOpenOrders, type OpenOrder } from './order-window-store.ts';
import { dueWeatherCheck } from './weather-check-rules.ts';
import {
  claimWeatherCheck,
  deleteOldWeatherChecks,
  hasWeatherCheckRun,
  insertWeatherEvent,
  saveWeatherCheck,
} from './weather-check-store.ts';

const aheadMs = 24 * 3_600_000;

/**
 * Judges the orders of the next 24 hours in the evening and before the first session, each once on a day, in whichever process comes
 * first. An order whose verdict has become STOP is on the office's to-do list, and its receptionist gets one message.
 */
export async function checkWeather(context: WeatherContext): Promise<number> {
  const { database, catalog, clock, fetcher, sprayLimits } = context;
  if (fetcher === undefined) return 0;
  const now = clock();
  const { company, sessions } = await catalog.facts();
  const wall = wallTime(now, company.timeZone);
  const starts = [...sessions.values()].filter(({ active }) => active).map(({ startTime }) => startTime);
  const kind = dueWeatherCheck(wall.time, starts.sort()[0], await sprayLimits.setting());
  if (kind === undefined || (await hasWeatherCheckRun(database.read, wall.date, kind))) return 0;

  const judged = await judgeSoon(context, wall.date, now);
  // No usable forecast: the check runs as soon as there is one.
  if (judged.length > 0 && judged.every(({ window }) => window.verdict === 'UNKNOWN')) return 0;
  return database.transaction(async (tx) => {
    if (!(await claimWeatherCheck(tx, wall.date, kind, now))) return 0;
    await deleteOldWeatherChecks(tx, wall.date);
    let stopped = 0;
    for (const { order, window } of judged) {
      // Without a usable forecast there is no news: a STOP stays.
      if (window.verdict === 'UNKNOWN') continue;
      const before = await saveWeatherCheck(tx, order, window.verdict, now);
      if (window.verdict !== 'STOP' || before === 'STOP') continue;
      await insertWeatherEvent(tx, order.id, reasonsOf(window), now);
      stopped++;
    }
    return stopped;
  });
}

/** Orders that begin within 24 hours and have not begun, in the order of their ids, so that two processes lock alike. */
async function judgeSoon(context: WeatherContext, today: string, now: Date): Promise<{ order: OpenOrder; window: SprayWindow }[]> {
  const { company, sessions } = await context.catalog.facts();
  const soon = (await listOpenOrders(context.database.read, today, addDays(today, 1))).filter(({ date, sessionId, isBegun }) => {
    const session = sessions.get(sessionId);
    if (session === undefined || isBegun) return false;
    const startsInMs = instantOf(date, session.startTime, company.timeZone).getTime() - now.getTime();
    return startsInMs > 0 && startsInMs <= aheadMs;
  });
  const verdictsOf = await readOrderVerdicts(context, soon);
  return soon
    .flatMap((order) => {
      const session = sessions.get(order.sessionId);
      return session === undefined ? [] : [{ order, window: verdictsOf(order).judge(order.date, session) }];
    })
    .sort((a, b) => Number(a.order.id) - Number(b.order.id));
}

/** Codes and values of what stops the work; messages put them into words. */
const reasonsOf = ({ factors }: SprayWindow): string =>
  factors
    .filter(({ verdict }) => verdict === 'STOP')
    .map(({ factor, value }) => `${factor}=${value} ${units[factor]}`)
    .join(';');
