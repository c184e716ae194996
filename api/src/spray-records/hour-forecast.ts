import type { Db } from '../platform/postgres/database.ts';
import { cellKey, cellOf, hourMs, maxAgeMs } from '../weather/forecast.ts';
import type { ForecastCache } from '../weather/forecast-cache.ts';
import { findForecasts, type StoredForecast } from '../weather/forecast-store.ts';
import type { ForecastValues } from './record-content.ts';

/** The stored forecast of a place at the start and the end of the work. The time of the work counts, not that of the report. */
export async function readForecastOfVisit(
  db: Db,
  place: { latitude: number; longitude: number },
  startedAt: Date | null,
  finishedAt: Date,
  cache?: ForecastCache,
): Promise<{ start: ForecastValues | null; end: ForecastValues | null }> {
  const cell = cellOf(place.latitude, place.longitude);
  const stored = (await findForecasts(db, [cell], cache)).get(cellKey(cell));
  if (stored === undefined) return { start: null, end: null };
  return { start: startedAt === null ? null : valuesAt(stored, startedAt), end: valuesAt(stored, finishedAt) };
}

function valuesAt({ source, fetchedAt, forecast }: StoredForecast, at: Date): ForecastValues | null {
  if (at.getTime() - fetchedAt.getTime() > maxAgeMs) return null;
  const hour = forecast.hours[Math.floor((at.getTime() - forecast.firstHour.getTime()) / hourMs)];
  if (hour === undefined) return null;
  const { windKmh, gustKmh, windDirectionDeg, temperatureC, humidityPercent } = hour;
  return { windKmh, gustKmh, windDirectionDeg, temperatureC, humidityPercent, source, fetchedAt: fetchedAt.toISOString() };
}
