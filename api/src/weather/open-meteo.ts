import { isNotPublic, notPublicReason } from '../platform/outgoing/outgoing-filter.ts';
import { AnswerTooLong, readAnswer } from '../platform/outgoing/read-answer.ts';
import {
  type Cell,
  type Forecast,
  type ForecastField,
  type ForecastHour,
  type ForecastProvider,
  forecastDays,
  hourMs,
} from './forecast.ts';

export interface OpenMeteoOptions {
  /** Base URL of a server with Open-Meteo's forecast API. */
  url: string;
  key?: string | undefined;
}

const variables: Record<ForecastField, string> = {
  temperatureC: 'temperature_2m',
  humidityPercent: 'relative_humidity_2m',
  rainMm: 'precipitation',
  rainPercent: 'precipitation_probability',
  windKmh: 'wind_speed_10m',
  gustKmh: 'wind_gusts_10m',
  windDirectionDeg: 'wind_direction_10m',
  cloudPercent: 'cloud_cover',
  temperature80mC: 'temperature_80m',
};

/** Values outside these ranges are errors of the provider and count as missing. */
const plausible: Record<ForecastField, readonly [number, number]> = {
  temperatureC: [-80, 60],
  humidityPercent: [0, 100],
  rainMm: [0, 300],
  rainPercent: [0, 100],
  windKmh: [0, 400],
  gustKmh: [0, 500],
  windDirectionDeg: [0, 360],
  cloudPercent: [0, 100],
  temperature80mC: [-80, 60],
};
const fields = Object.keys(variables) as ForecastField[];
/** Open-Meteo reports rain and the strongest gust of the hour before a time; they are stored with the hour in which they occur. */
const precedingHourFields: ReadonlySet<ForecastField> = new Set(['rainMm', 'rainPercent', 'gustKmh']);

const maxAnswerBytes = 20_000_000;

export class ForecastError extends Error {
  /** Milliseconds to wait, from the Retry-After header. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

export function openMeteo({ url, key }: OpenMeteoOptions): ForecastProvider {
  return {
    source: 'Open-Meteo',
    async fetch(cells, signal) {
      const answer = await fetchJson(requestUrl(url, key, cells), signal);
      const places = Array.isArray(answer) ? answer : [answer];
      if (places.length !== cells.length) throw new ForecastError('the forecast server answered for another number of places');
      return places.map((place, index) => readForecast(place, cells[index] as Cell));
    },
  };
}

function requestUrl(url: string, key: string | undefined, cells: readonly Cell[]): string {
  const query = new URLSearchParams({
    latitude: cells.map(({ latitudeTenths }) => (latitudeTenths / 10).toFixed(1)).join(),
    longitude: cells.map(({ longitudeTenths }) => (longitudeTenths / 10).toFixed(1)).join(),
    hourly: Object.values(variables).join(),
    forecast_days: String(forecastDays),
    timeformat: 'unixtime',
    timezone: 'GMT',
    wind_speed_unit: 'kmh',
    temperature_unit: 'celsius',
    precipitation_unit: 'mm',
    ...(key === undefined ? {} : { apikey: key }),
  });
  return `${url.replace(/\/+$/, '')}/v1/forecast?${query}`;
}

/** The URL contains the key, so errors never repeat it. */
async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  } catch (error) {
    if (isNotPublic(error)) throw new ForecastError(`the address of the forecast server ${notPublicReason}`);
    throw new ForecastError(signal.aborted ? 'the forecast server did not answer in time' : 'the forecast server cannot be reached');
  }
  if (!response.ok) {
    await response.body?.cancel();
    const seconds = Number(response.headers.get('retry-after'));
    throw new ForecastError(`the forecast server answered ${response.status}`, seconds > 0 ? seconds * 1000 : undefined);
  }
  const text = await readBounded(response);
  try {
    return JSON.parse(text);
  } catch {
    throw new ForecastError('the forecast server did not answer with JSON');
  }
}

async function readBounded(response: Response): Promise<string> {
  try {
    return (await readAnswer(response, maxAnswerBytes)).toString('utf8');
  } catch (error) {
    throw new ForecastError(`the answer of the forecast server ${error instanceof AnswerTooLong ? 'is too large' : 'was cut off'}`);
  }
}

/** Undefined if the place differs or the times are not hourly. Single invalid values become null. */
export function readForecast(place: unknown, cell: Cell): Forecast | undefined {
  if (!isObject(place) || !isObject(place.hourly)) return undefined;
  const { latitude, longitude, elevation, hourly } = place;
  if (!isNear(latitude, cell.latitudeTenths / 10) || !isNear(longitude, cell.longitudeTenths / 10)) return undefined;
  const times = hourly.time;
  if (!Array.isArray(times) || times.length === 0 || times.length > forecastDays * 24 + 24) return undefined;
  const first = times[0];
  if (!Number.isSafeInteger(first) || first % 3600 !== 0) return undefined;
  if (times.some((time, index) => time !== first + index * 3600)) return undefined;
  const columns = fields.map((field) => readColumn(field, hourly[variables[field]], times.length));
  const hours = times.map(
    (_, index) => Object.fromEntries(fields.map((field, at) => [field, columns[at]?.[index] ?? null])) as ForecastHour,
  );
  const elevationM = typeof elevation === 'number' && elevation > -500 && elevation < 9000 ? elevation : 0;
  return { firstHour: new Date(first * 1000), elevationM, hours };
}

function readColumn(field: ForecastField, values: unknown, length: number): (number | null)[] {
  const list = Array.isArray(values) && values.length === length ? values : [];
  const [min, max] = plausible[field];
  const shift = precedingHourFields.has(field) ? 1 : 0;
  return Array.from({ length }, (_, index) => {
    const value: unknown = list[index + shift];
    return typeof value === 'number' && value >= min && value <= max ? value : null;
  });
}

/** Providers return the centre of their own grid cell. */
const isNear = (value: unknown, expected: number): boolean => typeof value === 'number' && Math.abs(value - expected) <= 0.5;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

export const requestTimeoutMs = 20_000;
export const retryAfterLimitMs = 24 * hourMs;
