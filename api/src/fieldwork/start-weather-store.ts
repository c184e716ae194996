import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { MeasuredWeather } from '../weather/judge-measured.ts';
import type { Place } from '../weather/session-weather.ts';
import { type SprayWindow, units } from '../weather/spray-window-rules.ts';

const placeStatement = statement('place_of_order', 'select latitude, longitude from spray_order where id = $1');

export async function getPlaceOfOrder(db: Db, orderId: string): Promise<Place> {
  const [row] = await db.rows(placeStatement, [orderId]);
  return { latitude: Number(row?.[0]), longitude: Number(row?.[1]) };
}

export interface StartWeather {
  orderId: string;
  sprayerId: string;
  at: Date;
  measured: MeasuredWeather;
  window: SprayWindow;
  source: string | null;
  fetchedAt: Date | null;
  overrideReason: string | null;
  isUnaware: boolean;
}

// An undo can lead back to an order that is started again: the last start counts.
const insertStatement = statement(
  'insert_start_weather',
  `insert into start_weather (order_id, sprayer_id, at, wind_kmh, gust_kmh, temperature_c, humidity_percent, verdict, factors, source, fetched_at, override_reason, is_unaware)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (order_id) do update set sprayer_id = excluded.sprayer_id, at = excluded.at, wind_kmh = excluded.wind_kmh, gust_kmh = excluded.gust_kmh,
     temperature_c = excluded.temperature_c, humidity_percent = excluded.humidity_percent, verdict = excluded.verdict, factors = excluded.factors,
     source = excluded.source, fetched_at = excluded.fetched_at, override_reason = excluded.override_reason, is_unaware = excluded.is_unaware`,
);

const reasonsOf = ({ factors }: SprayWindow) =>
  factors
    .filter(({ verdict }) => verdict !== 'GO')
    .map(({ factor, value, limit, verdict }) => ({ factor, value, unit: units[factor], limit, verdict }));

export async function saveStartWeather(tx: Tx, start: StartWeather): Promise<void> {
  const { orderId, sprayerId, at, measured, window, source, fetchedAt, overrideReason, isUnaware } = start;
  await tx.rows(insertStatement, [
    orderId,
    sprayerId,
    at.toISOString(),
    measured.windKmh ?? null,
    measured.gustKmh ?? null,
    measured.temperatureC ?? null,
    measured.humidityPercent ?? null,
    window.verdict,
    JSON.stringify(reasonsOf(window)),
    source,
    fetchedAt?.toISOString() ?? null,
    overrideReason,
    isUnaware,
  ]);
}

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const findStatement = statement(
  'find_start_weather',
  `select w.verdict, w.factors, w.source, ${instant('w.fetched_at')}, w.wind_kmh, w.gust_kmh, w.temperature_c, w.humidity_percent, w.override_reason, w.is_unaware,
          ${instant('w.at')}, u.full_name
     from start_weather w join app_user u on u.id = w.sprayer_id where w.order_id = $1`,
);

export interface StoredStartWeather {
  verdict: string | null;
  factors: object[];
  source: string | null;
  fetchedAt: string | null;
  windKmh: number | null;
  gustKmh: number | null;
  temperatureC: number | null;
  humidityPercent: number | null;
  overrideReason: string | null;
  unaware: boolean;
  at: string | null;
  by: string | null;
}

/** The weather at the start of an order; all null if none is stored. */
export async function findStartWeather(db: Db, orderId: string): Promise<StoredStartWeather> {
  const row = (await db.rows(findStatement, [orderId]))[0] ?? [];
  const [verdict, factors, source, fetchedAt, wind, gust, temperature, humidity, overrideReason, isUnaware, at, by] = row;
  const number = (value: string | null | undefined) => (value === null || value === undefined ? null : Number(value));
  return {
    verdict: verdict ?? null,
    factors: JSON.parse(factors ?? '[]') as object[],
    source: source ?? null,
    fetchedAt: fetchedAt ?? null,
    windKmh: number(wind),
    gustKmh: number(gust),
    temperatureC: number(temperature),
    humidityPercent: number(humidity),
    overrideReason: overrideReason ?? null,
    unaware: isUnaware === 't',
    at: at ?? null,
    by: by ?? null,
  };
}
