import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { type Cell, cellKey, type Forecast, type ForecastHour, forecastFields, maxAgeMs, wantedForMs } from './forecast.ts';
import { ForecastCache } from './forecast-cache.ts';

export interface FetchedForecast {
  source: string;
  fetchedAt: Date;
  forecast: Forecast;
}

export interface StoredForecast extends FetchedForecast {
  /** Changes with every write of the row. */
  version: string;
}

// Without the hours of forecasts that the caller has: they are most of the row.
const findStatement = statement(
  'find_forecasts',
  `select f.latitude_tenths, f.longitude_tenths, f.source, extract(epoch from f.fetched_at), extract(epoch from f.first_hour), f.elevation_m, f.xmin::text,
          case when f.xmin::text = wanted.version then null else f.hours end
     from unnest($1::smallint[], $2::smallint[], $3::text[]) as wanted (latitude, longitude, version)
     join forecast f on f.latitude_tenths = wanted.latitude and f.longitude_tenths = wanted.longitude
    where f.hours is not null`,
);

const tenthsOf = (cells: readonly Cell[], key: keyof Cell) => `{${cells.map((cell) => cell[key]).join()}}`;

const instantOf = (epochSeconds: string | null | undefined): Date => new Date(Number(epochSeconds) * 1000);

/** Stored forecasts by the key of their cell. Those that the cache has are not decoded again. */
export async function findForecasts(db: Db, cells: readonly Cell[], cache = new ForecastCache()): Promise<Map<string, StoredForecast>> {
  const known = cells.map((cell) => cache.get(cellKey(cell)));
  const versions = known.map((stored) => stored?.version ?? '');
  const rows = await db.rows(findStatement, [tenthsOf(cells, 'latitudeTenths'), tenthsOf(cells, 'longitudeTenths'), versions]);
  const knownByKey = new Map(cells.map((cell, at) => [cellKey(cell), known[at]]));
  return new Map(
    rows.map(([latitude, longitude, source, fetchedAt, firstHour, elevation, version, hours]) => {
      const key = cellKey({ latitudeTenths: Number(latitude), longitudeTenths: Number(longitude) });
      const stored = knownByKey.get(key);
      if (hours === null && stored !== undefined) return [key, stored];
      const found: StoredForecast = {
        source: String(source),
        fetchedAt: instantOf(fetchedAt),
        version: String(version),
        forecast: { firstHour: instantOf(firstHour), elevationM: Number(elevation), hours: decodeHours(String(hours)) },
      };
      cache.set(key, found);
      return [key, found];
    }),
  );
}

function decodeHours(text: string): ForecastHour[] {
  const hours = JSON.parse(text) as (number | null)[][];
  return hours.map((values) => {
    const hour = {} as ForecastHour;
    for (const [at, field] of forecastFields.entries()) hour[field] = values[at] ?? null;
    return hour;
  });
}

const wantStatement = statement(
  'want_forecast_cells',
  `insert into forecast (latitude_tenths, longitude_tenths, wanted_at)
   select latitude, longitude, $3 from unnest($1::smallint[], $2::smallint[]) as wanted (latitude, longitude)
   on conflict (latitude_tenths, longitude_tenths) do update set wanted_at = excluded.wanted_at
    where forecast.wanted_at < excluded.wanted_at - interval '1 hour'`,
);

export async function wantCells(db: Db, cells: readonly Cell[], now: Date): Promise<void> {
  await db.rows(wantStatement, [tenthsOf(cells, 'latitudeTenths'), tenthsOf(cells, 'longitudeTenths'), now.toISOString()]);
}

// Orders have few distinct places compared with their number, and only those of the next days matter.
const wantOrdersStatement = statement(
  'want_forecasts_of_orders',
  `insert into forecast (latitude_tenths, longitude_tenths, wanted_at)
   select distinct round(latitude * 10)::smallint, round(longitude * 10)::smallint, $3::timestamptz
     from spray_order where date between $1 and $2 and order_status in ('pending', 'confirmed', 'assigned', 'in_progress')
    limit 5000
   on conflict (latitude_tenths, longitude_tenths) do update set wanted_at = excluded.wanted_at`,
);

export async function wantCellsOfOrders(db: Db, from: string, to: string, now: Date): Promise<void> {
  await db.rows(wantOrdersStatement, [from, to, now.toISOString()]);
}

const dueStatement = statement(
  'due_forecasts',
  `select latitude_tenths, longitude_tenths from forecast
    where (fetched_at is null or fetched_at < $1) and wanted_at > $2 order by fetched_at nulls first limit $3`,
);

/** Cells whose forecast is older than an hour, oldest first. */
export async function listDueCells(db: Db, fetchedBefore: Date, wantedAfter: Date, limit: number): Promise<Cell[]> {
  const rows = await db.rows(dueStatement, [fetchedBefore.toISOString(), wantedAfter.toISOString(), limit]);
  return rows.map((row) => ({ latitudeTenths: Number(row[0]), longitudeTenths: Number(row[1]) }));
}

const saveStatement = statement(
  'save_forecast',
  `update forecast set source = $3, fetched_at = $4, first_hour = $5, elevation_m = $6, hours = $7
    where latitude_tenths = $1 and longitude_tenths = $2`,
);

export async function saveForecast(db: Db, cell: Cell, { source, fetchedAt, forecast }: FetchedForecast): Promise<void> {
  const hours = JSON.stringify(forecast.hours.map((hour) => forecastFields.map((field) => hour[field])));
  await db.rows(saveStatement, [
    cell.latitudeTenths,
    cell.longitudeTenths,
    source,
    fetchedAt.toISOString(),
    forecast.firstHour.toISOString(),
    forecast.elevationM,
    hours,
  ]);
}

const deleteStatement = statement('delete_old_forecasts', 'delete from forecast where wanted_at < $1');

export async function deleteOldForecasts(db: Db, wantedBefore: Date): Promise<void> {
  await db.rows(deleteStatement, [wantedBefore.toISOString()]);
}

const ageStatement = statement(
  'forecast_age',
  `select count(*), count(*) filter (where fetched_at is null or fetched_at < $2), coalesce(extract(epoch from $1::timestamptz - min(fetched_at)), 0)
     from forecast where wanted_at > $3`,
);

/** The stored forecasts of all places that need one. */
export interface ForecastAge {
  places: number;
  /** Places without a usable forecast. */
  outdated: number;
  oldestSeconds: number;
}

export async function readForecastAge(db: Db, now: Date): Promise<ForecastAge> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const [row = []] = await db.rows(ageStatement, [now.toISOString(), before(maxAgeMs), before(wantedForMs)]);
  const [places = 0, outdated = 0, oldestSeconds = 0] = row.map(Number);
  return { places, outdated, oldestSeconds };
}
