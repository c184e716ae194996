import type { Database } from '../platform/postgres/database.ts';
import { type Cell, cellKey } from './forecast.ts';
import type { ForecastCache } from './forecast-cache.ts';
import { findForecasts, type StoredForecast } from './forecast-store.ts';

interface Batch {
  cells: Map<string, Cell>;
  found: Promise<Map<string, StoredForecast>>;
}

/** As many as the cache of forecasts has. */
const maxCurrent = 64;

/**
 * Reads the forecast of a place. A forecast that was read is used until the database announces a change of any forecast; while LISTEN does
 * not work, every call reads. All places that are requested in one turn of the event loop are read by one statement, which begins after
 * all of them.
 */
export class ForecastReader {
  readonly #database: Pick<Database, 'read' | 'listen' | 'isListening'>;
  readonly #cache: ForecastCache;
  readonly #current = new Map<string, StoredForecast>();
  #generation = 0;
  #batch: Batch | undefined;

  constructor(database: Pick<Database, 'read' | 'listen' | 'isListening'>, cache: ForecastCache) {
    this.#database = database;
    this.#cache = cache;
    database.listen('swath_forecast', () => this.invalidate());
  }

  /** After a change of stored forecasts. */
  invalidate(): void {
    this.#generation++;
    this.#current.clear();
  }

  find(cell: Cell): StoredForecast | undefined | Promise<StoredForecast | undefined> {
    const key = cellKey(cell);
    const current = this.#database.isListening ? this.#current.get(key) : undefined;
    if (current !== undefined) return current;
    this.#batch ??= this.#open();
    const { cells, found } = this.#batch;
    cells.set(key, cell);
    return found.then((forecasts) => forecasts.get(key));
  }

  #open(): Batch {
    const cells = new Map<string, Cell>();
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#batch = undefined;
      return this.#read([...cells.values()]);
    });
    return { cells, found };
  }

  async #read(cells: Cell[]): Promise<Map<string, StoredForecast>> {
    const generation = this.#generation;
    const forecasts = await findForecasts(this.#database.read, cells, this.#cache);
    // After a change during the read, the forecasts may be outdated: they are returned, but not used again.
    if (generation !== this.#generation) return forecasts;
    for (const [key, forecast] of forecasts) {
      if (this.#current.size >= maxCurrent) this.#current.clear();
      this.#current.set(key, forecast);
    }
    return forecasts;
  }
}
