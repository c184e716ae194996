import { randomUUID } from 'node:crypto';
import type { Catalog } from '../catalog/catalog.ts';
import { findMapArea } from '../catalog/map-area-store.ts';
import { acquireLease, releaseLease } from '../platform/jobs/lease-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { addDays, type Clock, wallTime } from '../platform/time/clock.ts';
import { type Cell, cellKey, cellOf, type ForecastProvider, forecastDays, hourMs, wantedForMs } from './forecast.ts';
import { deleteOldForecasts, listDueCells, saveForecast, wantCells, wantCellsOfOrders } from './forecast-store.ts';
import { ForecastError, requestTimeoutMs, retryAfterLimitMs } from './open-meteo.ts';

export interface ForecastFetcherOptions {
  database: Database;
  catalog: Catalog;
  provider: ForecastProvider;
  clock: Clock;
  log: Log;
  /** Called after forecasts were stored. */
  onSaved?: () => void;
  timeoutMs?: number;
  /** For the jitter of the back-off; from 0 to 1. */
  random?: () => number;
}

const lease = 'forecast';
const leaseSeconds = 120;
const cellsPerRequest = 50;
const requestsPerRun = 20;
const maxRequestedCells = 500;
const firstBackOffMs = 60_000;
const maxBackOffMs = hourMs;

/** Fetches due forecasts, in one process at a time and never within a request. */
export class ForecastFetcher {
  readonly #options: ForecastFetcherOptions;
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  readonly #requested = new Map<string, Cell>();
  #failures = 0;
  #notBefore = 0;
  /** Requests to the provider by result, and forecasts of places that were refused as unusable. */
  readonly counts = { succeeded: 0, failed: 0, refused: 0 };
  #running: Promise<number> = Promise.resolve(0);

  constructor(options: ForecastFetcherOptions) {
    this.#options = options;
  }

  /** Failures in a row; 0 after a success. */
  get failures(): number {
    return this.#failures;
  }

  get source(): string {
    return this.#options.provider.source;
  }

  /** A user has requested a place without a stored forecast: the next run fetches it. */
  request(cell: Cell): void {
    if (this.#requested.size < maxRequestedCells) this.#requested.set(cellKey(cell), cell);
  }

  /** Runs are sequential; returns the number of forecasts stored. */
  run(): Promise<number> {
    this.#running = this.#running.catch(() => 0).then(() => (this.#stopping.signal.aborted ? 0 : this.#run()));
    return this.#running;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running.catch(() => 0);
  }

  async #run(): Promise<number> {
    const { database, catalog, clock } = this.#options;
    const now = clock();
    if (now.getTime() < this.#notBefore) return 0;
    const requested = [...this.#requested.values()];
    if (requested.length > 0) {
      await wantCells(database.write, requested, now);
      this.#requested.clear();
    }
    if (!(await acquireLease(database.write, lease, this.#holder, leaseSeconds))) return 0;
    try {
      const { company } = await catalog.facts();
      const { date } = wallTime(now, company.timeZone);
      await wantCellsOfOrders(database.write, date, addDays(date, forecastDays - 1), now);
      const area = await findMapArea(database.read);
      // The centre of the company's map stands for its base.
      if (area !== undefined) await wantCells(database.write, [cellOf((area.south + area.north) / 2, (area.west + area.east) / 2)], now);
      await deleteOldForecasts(database.write, new Date(now.getTime() - wantedForMs));
      return await this.#fetchDue(now);
    } finally {
      await releaseLease(database.write, lease, this.#holder);
    }
  }

  async #fetchDue(now: Date): Promise<number> {
    const { database } = this.#options;
    const wantedAfter = new Date(now.getTime() - wantedForMs);
    const cells = await listDueCells(database.read, new Date(now.getTime() - hourMs), wantedAfter, cellsPerRequest * requestsPerRun);
    let stored = 0;
    for (let at = 0; at < cells.length; at += cellsPerRequest) {
      if (!(await acquireLease(database.write, lease, this.#holder, leaseSeconds))) break;
      const saved = await this.#fetchBatch(cells.slice(at, at + cellsPerRequest), now);
      if (saved === undefined) break;
      stored += saved;
    }
    return stored;
  }

  /** Undefined if the provider failed: the rest waits for the next run. */
  async #fetchBatch(cells: readonly Cell[], now: Date): Promise<number | undefined> {
    const { provider, database, log, onSaved, timeoutMs = requestTimeoutMs } = this.#options;
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const forecasts = await provider.fetch(cells, signal);
      this.#failures = 0;
      this.#notBefore = 0;
      this.counts.succeeded++;
      this.counts.refused += forecasts.filter((forecast) => forecast === undefined).length;
      let saved = 0;
      for (const [index, cell] of cells.entries()) {
        const forecast = forecasts[index];
        if (forecast === undefined) continue;
        await saveForecast(database.write, cell, { source: provider.source, fetchedAt: now, forecast });
        saved++;
      }
      onSaved?.();
      if (saved < cells.length) log.warn(`The forecast server had no usable answer for ${cells.length - saved} of ${cells.length} places.`);
      return saved;
    } catch (error) {
      if (!(error instanceof ForecastError)) throw error;
      if (!this.#stopping.signal.aborted) this.#backOff(error, now);
      return undefined;
    }
  }

  #backOff(error: ForecastError, now: Date): void {
    const { random = Math.random, log } = this.#options;
    const delayMs = Math.min(maxBackOffMs, firstBackOffMs * 2 ** Math.min(this.#failures, 10)) * (0.5 + random());
    this.#failures++;
    this.counts.failed++;
    this.#notBefore = now.getTime() + Math.max(delayMs, Math.min(error.retryAfterMs ?? 0, retryAfterLimitMs));
    log.warn(`No forecasts: ${error.message}. Next attempt in ${Math.round((this.#notBefore - now.getTime()) / 1000)} s.`);
  }
}
