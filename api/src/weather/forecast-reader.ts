import type { Db } from '../platform/postgres/database.ts';
import { type Cell, cellKey } from './forecast.ts';
import type { ForecastCache } from './forecast-cache.ts';
import { findForecasts, type StoredForecast } from './forecast-store.ts';

interface Batch {
  cells: Map<string, Cell>;
  found: Promise<Map<string, StoredForecast>>;
}

/** Reads the forecasts of all places that are requested in one turn of the event loop with one statement, which begins after all of them. */
export class ForecastReader {
  readonly #db: Db;
  readonly #cache: ForecastCache;
  #batch: Batch | undefined;

  constructor(db: Db, cache: ForecastCache) {
    this.#db = db;
    this.#cache = cache;
  }

  async find(cell: Cell): Promise<StoredForecast | undefined> {
    this.#batch ??= this.#open();
    const { cells, found } = this.#batch;
    const key = cellKey(cell);
    cells.set(key, cell);
    return (await found).get(key);
  }

  #open(): Batch {
    const cells = new Map<string, Cell>();
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#batch = undefined;
      return findForecasts(this.#db, [...cells.values()], this.#cache);
    });
    return { cells, found };
  }
}
