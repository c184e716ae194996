import type { Database } from '../postgres/database.ts';
import type { Clock } from '../time/clock.ts';
import type { Counts } from './rate-limit-counts.ts';
import { type Count, hear, isOver, windowSeconds } from './rate-limit-rules.ts';
import { addCounts, deleteOldCounts, type Told } from './rate-limit-store.ts';

const soon = 50;
const afterFailure = 1000;
const mostAtOnce = 500;

/**
 * Tells the other processes what was counted here, beside the requests: many counts in one statement, and only
 * those that are worth it. While the database is away, each process goes on by itself.
 */
export class RateLimitSync {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #kinds: readonly Counts[];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #sweptAt = 0;
  #closed = false;

  constructor(database: Database, clock: Clock, kinds: readonly Counts[]) {
    this.#database = database;
    this.#clock = clock;
    this.#kinds = kinds;
  }

  wake(after = soon): void {
    if (this.#timer !== undefined || this.#running !== undefined || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#run();
    }, after);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    let pause = soon;
    try {
      const now = this.#clock();
      await this.#tell(now);
      if (now.getTime() - this.#sweptAt >= windowSeconds * 1000) {
        this.#sweptAt = now.getTime();
        await deleteOldCounts(this.#database.write, now);
      }
    } catch {
      // Whether it was counted nobody knows; then rather twice than never, it is a small part of a limit.
      pause = afterFailure;
    }
    this.#running = undefined;
    if (this.#kinds.some(({ untold }) => untold.size > 0)) this.wake(pause);
  }

  async #tell(now: Date): Promise<void> {
    const telling = new Map<string, { counts: Counts; key: string; count: Count; sent: Told }>();
    for (const counts of this.#kinds) {
      for (const [key, count] of counts.untold) {
        if (telling.size === mostAtOnce) break;
        if (isOver(count, now.getTime())) {
          counts.untold.delete(key);
          continue;
        }
        const name = `${counts.name}:${key}`;
        telling.set(name, { counts, key, count, sent: { key: name, startedAt: count.startedAt, own: count.own } });
      }
    }
    if (telling.size === 0) return;
    const told = [...telling.values()].map(({ sent }) => sent);
    const heard = await addCounts(this.#database.write, told, now);
    for (const [name, { counts, key, count, sent }] of telling) {
      const answer = heard.get(name);
      if (answer !== undefined) hear(count, sent, answer);
      if (count.own === 0) counts.untold.delete(key);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
