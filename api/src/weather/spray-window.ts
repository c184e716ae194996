import type { Catalog } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import { type Clock, instantOf } from '../platform/time/clock.ts';
import type { ForecastFetcher } from './fetch-forecasts.ts';
import { type Cell, cellKey, centreOf, maxAgeMs } from './forecast.ts';
import type { ForecastCache } from './forecast-cache.ts';
import type { ForecastReader } from './forecast-reader.ts';
import { findForecasts, type StoredForecast } from './forecast-store.ts';
import type { OrderConditions } from './order-condition-rules.ts';
import { sessionWeather } from './session-weather.ts';
import type { SprayLimitCache } from './spray-limit-setting.ts';
import { judge, type SprayLimits, type SprayWindow, unknownWindow } from './spray-window-rules.ts';

export interface WeatherContext {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  sprayLimits: SprayLimitCache;
  /** What is required of the spray windows of orders, by order id. Orders without conditions are left out. */
  readConditions(db: Db, orderIds: readonly string[]): Promise<Map<string, OrderConditions>>;
  /** Undefined: no forecasts, every verdict is UNKNOWN. */
  fetcher: ForecastFetcher | undefined;
  /** Undefined: forecasts are decoded at every read. */
  forecastCache?: ForecastCache | undefined;
  /** Undefined: every request reads its forecast with a statement of its own. */
  forecastReader?: ForecastReader | undefined;
}

export type SessionTimes = Pick<SpraySession, 'startTime' | 'endTime'>;

/** Evaluates the sessions at one place with one stored forecast. */
export interface PlaceVerdicts {
  source: string | null;
  fetchedAt: Date | null;
  /** Null: there is no forecast. */
  elevationM: number | null;
  /** The same object as long as forecast, limits and time zone are the same; undefined: there is no usable forecast. */
  version: object | undefined;
  judge(date: string, session: SessionTimes, rainFastHours?: number): SprayWindow;
  /** Of work at these times. `rainFastHours`: what products need, if it is longer than the company's. */
  judgeWork(start: Date, end: Date, rainFastHours?: number): SprayWindow;
}

/** For a page that is requested often: the forecast is kept in memory until one changes. */
export async function readVerdictsOfCell(context: WeatherContext, cell: Cell): Promise<PlaceVerdicts> {
  const { catalog, clock, sprayLimits, fetcher, forecastReader } = context;
  if (forecastReader === undefined) return (await readVerdictsOfCells(context, [cell])).get(cellKey(cell)) ?? noVerdicts;
  const stored = await forecastReader.find(cell);
  if (stored === undefined) {
    fetcher?.request(cell);
    return noVerdicts;
  }
  return verdictsAt(cell, stored, await sprayLimits.limits(), (await catalog.facts()).company.timeZone, clock());
}

export const noVerdicts: PlaceVerdicts = {
  source: null,
  fetchedAt: null,
  elevationM: null,
  version: undefined,
  judge: () => unknownWindow,
  judgeWork: () => unknownWindow,
};

/** Verdicts by the key of the cell. A cell without a stored forecast is requested and left out. */
export async function readVerdictsOfCells(
  context: WeatherContext,
  cells: readonly Cell[],
  db: Db = context.database.read,
): Promise<Map<string, PlaceVerdicts>> {
  const { catalog, clock, sprayLimits, fetcher, forecastCache } = context;
  const wanted = new Map(cells.map((cell) => [cellKey(cell), cell]));
  const [stored, limits, { company }] = await Promise.all([
    findForecasts(db, [...wanted.values()], forecastCache),
    sprayLimits.limits(),
    catalog.facts(),
  ]);
  const found = new Map<string, PlaceVerdicts>();
  for (const [key, cell] of wanted) {
    const one = stored.get(key);
    if (one === undefined) fetcher?.request(cell);
    else found.set(key, verdictsAt(cell, one, limits, company.timeZone, clock()));
  }
  return found;
}

/** Verdicts of a forecast by date and session, for these limits. */
interface JudgedSessions {
  limits: SprayLimits;
  timeZone: string;
  windows: Map<string, SprayWindow>;
}

const judgedSessions = new WeakMap<StoredForecast, JudgedSessions>();
const maxWindows = 300;

function verdictsAt(cell: Cell, stored: StoredForecast, limits: SprayLimits, timeZone: string, now: Date): PlaceVerdicts {
  const { source, fetchedAt, forecast } = stored;
  // A forecast from the future was stored before the clock was set back: its age is unknown.
  const ageMs = now.getTime() - fetchedAt.getTime();
  const isFresh = ageMs <= maxAgeMs && ageMs >= -maxAgeMs;
  const place = centreOf(cell);
  const judgeWork = (start: Date, end: Date, rainFastHours = 0): SprayWindow => {
    const hours = Math.max(limits.rainFastHours, rainFastHours);
    return judge(sessionWeather(forecast, place, start, end, hours), { ...limits, rainFastHours: hours });
  };
  let judged = judgedSessions.get(stored);
  if (judged === undefined || judged.limits !== limits || judged.timeZone !== timeZone) {
    judged = { limits, timeZone, windows: new Map() };
    judgedSessions.set(stored, judged);
  }
  const { windows } = judged;
  return {
    source,
    fetchedAt,
    elevationM: forecast.elevationM,
    version: isFresh ? judged : undefined,
    judge(date, session, rainFastHours = 0) {
      if (!isFresh) return unknownWindow;
      const key = `${date} ${session.startTime} ${session.endTime} ${Math.max(limits.rainFastHours, rainFastHours)}`;
      let window = windows.get(key);
      if (window === undefined) {
        window = judgeWork(instantOf(date, session.startTime, timeZone), instantOf(date, session.endTime, timeZone), rainFastHours);
        if (windows.size >= maxWindows) windows.clear();
        windows.set(key, window);
      }
      return window;
    },
    judgeWork: (start, end, rainFastHours) => (isFresh ? judgeWork(start, end, rainFastHours) : unknownWindow),
  };
}
