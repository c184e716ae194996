import type { Database } from '../postgres/database.ts';
import type { Clock } from '../time/clock.ts';
import type { RateLimitCounters } from './rate-limit-counters.ts';
import { applySync, isExpired, type WindowCount, windowSeconds } from './rate-limit-rules.ts';
import { addCounts, deleteOldCounts, type UnsyncedCount } from './rate-limit-store.ts';

const syncDelayMs = 50;
const retryDelayMs = 1000;
const maxBatchSize = 500;

/**
 * Shares counts with the other processes, in the background: many counts in one statement, and only those above the sync
 * threshold. During a database outage each process limits by its own counts.
 */
export class RateLimitSync {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #allCounters: readonly RateLimitCounters[];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #deletedOldAt = 0;
  #isClosed = false;

  constructor(database: Database, clock: Clock, allCounters: readonly RateLimitCounters[]) {
    this.#database = database;
    this.#clock = clock;
    this.#allCounters = allCounters;
  }

  schedule(delayMs = syncDelayMs): void {
    if (this.#timer !== undefined || this.#running !== undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#run();
    }, delayMs);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    let delayMs = syncDelayMs;
    try {
      const now = this.#clock();
      await this.#sync(now);
      if (now.getTime() - this.#deletedOldAt >= windowSeconds * 1000) {
        this.#deletedOldAt = now.getTime();
        await deleteOldCounts(this.#database.write, now);
      }
    } catch {
      // The outcome is unknown. The counts are sent again: counting twice is a small part of a limit.
      delayMs = retryDelayMs;
    }
    this.#running = undefined;
    if (this.#allCounters.some(({ unsynced }) => unsynced.size > 0)) this.schedule(delayMs);
  }

  async #sync(now: Date): Promise<void> {
    const batch = new Map<string, { counters: RateLimitCounters; key: string; count: WindowCount; sent: UnsyncedCount }>();
    for (const counters of this.#allCounters) {
      for (const [key, count] of counters.unsynced) {
        if (batch.size === maxBatchSize) break;
        if (isExpired(count, now.getTime())) {
          counters.unsynced.delete(key);
          continue;
        }
        const rowKey = `${counters.name}:${key}`;
        const sent = { key: rowKey, startedAt: count.startedAt, unsynced: count.unsynced };
        batch.set(rowKey, { counters, key, count, sent });
      }
    }
    if (batch.size === 0) return;
    const sentCounts = [...batch.values()].map(({ sent }) => sent);
    const results = await addCounts(this.#database.write, sentCounts, now);
    for (const [rowKey, { counters, key, count, sent }] of batch) {
      const result = results.get(rowKey);
      if (result !== undefined) applySync(count, sent, result);
      if (count.unsynced === 0) counters.unsynced.delete(key);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
