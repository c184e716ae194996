import type { CatalogFacts } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import { addDays, instantOf } from '../platform/time/clock.ts';
import { demoForecast } from '../weather/demo-forecast.ts';
import { type Cell, cellKey, cellOf } from '../weather/forecast.ts';
import { sessionWeather } from '../weather/session-weather.ts';
import { judge, type SprayLimits } from '../weather/spray-window-rules.ts';
import { type Booking, bookings } from './demo-bookings.ts';
import { type BookingFarmer, bookingFarmers, largeDemo } from './demo-crowd.ts';
import type { Field } from './demo-fields.ts';

/** Past bookings of the small demo that leave the office nothing to do, and two that do: a declined card and a reported transfer. */
const history = bookings.filter(
  ({ day, story, money }) =>
    day < 0 &&
    (['done', 'early', 'withdrawn', 'called off'].includes(story) || (story === 'silent' && day < -4)) &&
    (money !== 'declined' || day === -11),
);

/** Whether the generated forecast stops work on a field in a session of a date. */
export type IsStopped = (field: Field, date: string, session: SpraySession) => boolean;

/** Judges with the forecast that the service generates after its start. */
export async function forecastStops(
  fields: readonly Field[],
  { today, timeZone, limits, now }: { today: string; timeZone: string; limits: SprayLimits; now: Date },
): Promise<IsStopped> {
  const cells = [
    ...new Map(fields.map(({ latitude, longitude }) => cellOf(latitude, longitude)).map((cell) => [cellKey(cell), cell])).values(),
  ];
  const found = await demoForecast(() => now, addDays(today, 1)).fetch(cells, AbortSignal.timeout(10_000));
  const forecasts = new Map(cells.map((cell, at) => [cellKey(cell), found[at]]));
  const judged = new Map<string, boolean>();
  const judgeCell = (cell: Cell, date: string, { startTime, endTime }: SpraySession): boolean => {
    const forecast = forecasts.get(cellKey(cell));
    if (forecast === undefined) return false;
    const centre = { latitude: cell.latitudeTenths / 10, longitude: cell.longitudeTenths / 10 };
    const [start, end] = [instantOf(date, startTime, timeZone), instantOf(date, endTime, timeZone)];
    return judge(sessionWeather(forecast, centre, start, end, limits.rainFastHours), limits).verdict === 'STOP';
  };
  return ({ latitude, longitude }, date, session) => {
    const cell = cellOf(latitude, longitude);
    const key = `${cellKey(cell)} ${date} ${session.id}`;
    const known = judged.get(key) ?? judgeCell(cell, date, session);
    judged.set(key, known);
    return known;
  };
}

const methods = ['cash', 'cash', 'visa', 'cash', 'mastercard'] as const;

/**
 * Bookings of the large demo: the crews of today have their orders, all later ones wait for a plan. Tomorrow has a fixed number of orders
 * in weather that stops work, and of farmers whom no channel reaches.
 */
export function largeBookings({ sessions }: CatalogFacts, today: string, isStopped: IsStopped): readonly Booking[] {
  const open = [...sessions.values()].filter(({ active }) => active);
  const free = [...bookingFarmers];
  const isStoppedAt = ({ field }: BookingFarmer, day: number, session: number) =>
    isStopped(field, addDays(today, day), open[session] as SpraySession);
  // The sessions that are stopped for some fields only are left to the orders that can be sprayed.
  const rainy = open.map((_, session) => session).filter((session) => free.every((farmer) => isStoppedAt(farmer, 1, session)));
  const made: Booking[] = [...history];
  // Tomorrow first, because its orders need certain farmers.
  const days = [...largeDemo.ordersOfDay.entries()].sort(([a], [b]) => Number(b === 1) - Number(a === 1));
  for (const [day, count] of days) {
    const taken = open.map(() => 0);
    for (let n = 0; n < count; n++) {
      const found = findPlace(day, n, taken, wantedOf(day, n)) ?? findPlace(day, n, taken, {});
      if (found === undefined) break;
      const { farmer, session } = found;
      free.splice(free.indexOf(farmer), 1);
      taken[session] = (taken[session] ?? 0) + 1;
      const story = day === 0 ? 'done' : 'unassigned';
      const { name, field } = farmer;
      made.push({ farmer: name, field, day, session, method: methods[n % methods.length] ?? 'cash', story, money: 'paid' });
    }
  }
  return made;

  /** The sessions are filled in turn. */
  function findPlace(day: number, n: number, taken: readonly number[], { isUnreachable, isInRain }: Wanted) {
    const allowed = isInRain && rainy.length > 0 ? rainy : open.map((_, session) => session);
    const inTurn = allowed
      .map((_, turn) => allowed[(n + turn) % allowed.length] as number)
      .filter((session) => (taken[session] ?? 0) < largeDemo.capacity);
    for (const farmer of free) {
      if (isUnreachable !== undefined && farmer.isUnreachable !== isUnreachable) continue;
      const session = inTurn.find((at) => isInRain === undefined || isStoppedAt(farmer, day, at) === isInRain);
      if (session !== undefined) return { farmer, session };
    }
    return undefined;
  }
}

/** What an order needs; undefined: anything. */
interface Wanted {
  isUnreachable?: boolean;
  isInRain?: boolean;
}

function wantedOf(day: number, n: number): Wanted {
  // The office has nothing to move today.
  if (day === 0) return { isInRain: false };
  if (day !== 1) return {};
  return { isUnreachable: n % 2 === 0 && n / 2 < largeDemo.unreachableTomorrow, isInRain: n < largeDemo.stoppedTomorrow };
}
