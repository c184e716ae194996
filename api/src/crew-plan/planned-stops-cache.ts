import type { DateRange } from '../catalog/date-range-rules.ts';
import type { Db } from '../platform/postgres/database.ts';
import { listPlannedStops, type PlannedStop, readStopsVersion } from './advice-store.ts';

/** A week of 200 orders a day has about 300 kB. */
const maxRanges = 8;
/** Changes that commit in another order than their history rows could be missed; they are found after this time. */
const maxAgeMs = 30_000;

type StopsByDate = ReadonlyMap<string, PlannedStop[]>;

/** Orders with their crews, by date. Every read compares versions, because a week of orders takes longer to read than to use. */
export class PlannedStopsCache {
  readonly #ranges = new Map<string, { version: string; readAt: number; stops: StopsByDate }>();

  async read(db: Db, range: DateRange): Promise<StopsByDate> {
    const key = `${range.from} ${range.to}`;
    const version = await readStopsVersion(db, range);
    const known = this.#ranges.get(key);
    if (known?.version === version && performance.now() - known.readAt < maxAgeMs) return known.stops;
    const stops = new Map<string, PlannedStop[]>();
    for (const stop of await listPlannedStops(db, range)) {
      const own = stops.get(stop.date);
      if (own === undefined) stops.set(stop.date, [stop]);
      else own.push(stop);
    }
    this.#ranges.delete(key);
    this.#ranges.set(key, { version, readAt: performance.now(), stops });
    // The range that was read longest ago is dropped first.
    if (this.#ranges.size > maxRanges) this.#ranges.delete(this.#ranges.keys().next().value as string);
    return stops;
  }
}
