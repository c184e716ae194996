import { countRequest, isExpired, newWindowCount, syncThreshold, type WindowCount } from './rate-limit-rules.ts';

const defaultMaxEntries = 10_000;

/** Counts of one limit by user or address. Memory is bounded: the least recently used entries are evicted. */
export class RateLimitCounters {
  readonly name: string;
  readonly maxRequests: number;
  /** Counts that have reached the sync threshold, by key. */
  readonly unsynced = new Map<string, WindowCount>();
  readonly #maxEntries: number;
  #recent = new Map<string, WindowCount>();
  #older = new Map<string, WindowCount>();

  constructor(name: string, maxRequests: number, maxEntries = defaultMaxEntries) {
    this.name = name;
    this.maxRequests = maxRequests;
    this.#maxEntries = maxEntries;
  }

  /** At most twice `maxEntries`. */
  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  get(key: string, now: number): WindowCount {
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    // Two generations instead of an ordered list: eviction costs nothing per request.
    if (this.#recent.size >= this.#maxEntries) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    const older = this.#older.get(key);
    const count = older === undefined || isExpired(older, now) ? newWindowCount(now) : older;
    this.#older.delete(key);
    this.#recent.set(key, count);
    return count;
  }

  /** Counts a request. False: the limit is reached. */
  count(key: string, count: WindowCount, now: number, maxRequests = this.maxRequests): boolean {
    const isCounted = countRequest(count, maxRequests, now);
    if (isCounted && count.unsynced >= syncThreshold(maxRequests) && this.unsynced.size < this.#maxEntries) this.unsynced.set(key, count);
    return isCounted;
  }
}
