import type { StoredForecast } from './forecast-store.ts';

/** A place has some 100 kB: its hours and the verdicts of its sessions. */
const maxPlaces = 64;

/** Decoded forecasts in memory. Every read compares the version of the row, so an outdated one is never used. */
export class ForecastCache {
  readonly #places = new Map<string, StoredForecast>();

  /** The place that was used longest ago is dropped first. */
  get(key: string): StoredForecast | undefined {
    const stored = this.#places.get(key);
    if (stored !== undefined) this.set(key, stored);
    return stored;
  }

  set(key: string, stored: StoredForecast): void {
    this.#places.delete(key);
    this.#places.set(key, stored);
    if (this.#places.size <= maxPlaces) return;
    const [oldest] = this.#places.keys();
    if (oldest !== undefined) this.#places.delete(oldest);
  }
}
