import type { Catalog } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Clock, instantOf } from '../platform/time/clock.ts';
import type { ForecastFetcher } from './fetch-forecasts.ts';
import { cellOf, maxAgeMs } from './forecast.ts';
import { findForecast } from './forecast-store.ts';
import { type Place, sessionWeather } from './session-weather.ts';
import type { SprayLimitCache } from './spray-limit-setting.ts';
import { judge, type SprayWindow, unknownWindow } from './spray-window-rules.ts';

export interface WeatherContext {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  sprayLimits: SprayLimitCache;
  /** Undefined: no forecasts, every verdict is UNKNOWN. */
  fetcher: ForecastFetcher | undefined;
}

/** Evaluates the sessions at one place with one stored forecast. */
export interface PlaceVerdicts {
  source: string | null;
  fetchedAt: Date | null;
  judge(date: string, session: SpraySession): SprayWindow;
}

export async function readVerdicts(context: WeatherContext, place: Place): Promise<PlaceVerdicts> {
  const { database, catalog, clock, sprayLimits, fetcher } = context;
  const cell = cellOf(place.latitude, place.longitude);
  const [stored, limits, { company }] = await Promise.all([findForecast(database.read, cell), sprayLimits.limits(), catalog.facts()]);
  if (stored === undefined) {
    fetcher?.request(cell);
    return { source: null, fetchedAt: null, judge: () => unknownWindow };
  }
  const { source, fetchedAt, forecast } = stored;
  // A forecast from the future was stored before the clock was set back: its age is unknown.
  const ageMs = clock().getTime() - fetchedAt.getTime();
  const isFresh = ageMs <= maxAgeMs && ageMs >= -maxAgeMs;
  return {
    source,
    fetchedAt,
    judge(date, { startTime, endTime }) {
      if (!isFresh) return unknownWindow;
      const start = instantOf(date, startTime, company.timeZone);
      const end = instantOf(date, endTime, company.timeZone);
      return judge(sessionWeather(forecast, place, start, end, limits.rainFastHours), limits);
    },
  };
}
