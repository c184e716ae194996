import type { Catalog } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import { type Clock, instantOf } from '../platform/time/clock.ts';
import type { ForecastFetcher } from './fetch-forecasts.ts';
import { type Cell, cellKey, cellOf, maxAgeMs } from './forecast.ts';
import type { ForecastCache } from './forecast-cache.ts';
import type { ForecastReader } from './forecast-reader.ts';
import { findForecasts, type StoredForecast } from './forecast-store.ts';
import { type Place, sessionWeather } from './session-weather.ts';
import type { SprayLimitCache } from './spray-limit-setting.ts';
import { judge, type SprayLimits, type SprayWindow, unknownWindow } from './spray-window-rules.ts';

export interface WeatherContext {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  sprayLimits: SprayLimitCache;
  /** Undefined: no forecasts, every verdict is UNKNOWN. */
  fetcher: ForecastFetcher | undefined;
  /** Undefined: forecasts are decoded at every read. */
  forecastCache?: ForecastCache | undefined;
  /** Undefined: every request reads its forecast with a statement of its own. */
  forecastReader?: ForecastReader | undefined;
}

type SessionTimes = Pick<SpraySession, 'startTime' | 'endTime'>;

/** Evaluates the sessions at one place with one stored forecast. */
export interface PlaceVerdicts {
  source: string | null;
  fetchedAt: Date | null;
  /** Null: there is no forecast. */
  elevationM: number | null;
  /** The same object as long as forecast, limits and time zone are the same; undefined: there is no usable forecast. */
  version: object | undefined;
  judge(date: string, session: SessionTimes): SprayWindow;
  /** Of work at these times. */
  judgeWork(start: Date, end: Date): SprayWindow;
}

/** `db`: where the forecast is read, if the caller has a transaction. */
export async function readVerdicts(context: WeatherContext, { latitude, longitude }: Place, db?: Db): Promise<PlaceVerdicts> {
  const cell = cellOf(latitude, longitude);
  return (await readVerdictsOfCells(context, [cell], db)).get(cellKey(cell)) ?? noVerdicts;
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

const noVerdicts: PlaceVerdicts = {
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
  // The sun of the centre of the cell, so that every page gives the same verdict.
  const place = { latitude: cell.latitudeTenths / 10, longitude: cell.longitudeTenths / 10 };
  const weatherOf = (start: Date, end: Date) => sessionWeather(forecast, place, start, end, limits.rainFastHours);
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
    judge(date, session) {
      if (!isFresh) return unknownWindow;
      const key = `${date} ${session.startTime} ${session.endTime}`;
      let window = windows.get(key);
      if (window === undefined) {
        window = judge(weatherOf(instantOf(date, session.startTime, timeZone), instantOf(date, session.endTime, timeZone)), limits);
        if (windows.size >= maxWindows) windows.clear();
        windows.set(key, window);
      }
      return window;
    },
    judgeWork: (start, end) => (isFresh ? judge(weatherOf(start, end), limits) : unknownWindow),
  };
}
