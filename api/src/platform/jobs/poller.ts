import { setTimeout as sleep } from 'node:timers/promises';
import type { OutageLog } from '../postgres/outage-log.ts';

export interface PollerOptions {
  outages: OutageLog;
  /** Name of the items, for the log. */
  items: string;
  pollIntervalMs: number;
  /** Concurrent requests are processed in one batch, and the request that woke the poller is answered first. Default: 5. */
  debounceMs?: number;
  /**
   * While items keep arriving, the pause before each batch is twice the one before, up to this. A batch has a cost of its own, and requests
   * need the processor as well. Default: 50.
   */
  maxPauseMs?: number;
  /** So many items are a full batch: others are waiting, and the pause is not made longer. */
  fullBatch?: number;
  /** Processes a batch of waiting items; returns how many there were. */
  poll(): Promise<number>;
}

/** While there are items: the ones that arrive meanwhile are processed in one batch, which costs less. */
const minPauseMs = 50;

/**
 * Runs a background job when woken, and after an interval. The process that has written wakes it; the interval finds items of
 * other processes and of a process that was killed.
 */
export class Poller {
  readonly #options: PollerOptions;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastItemsAt = Number.NEGATIVE_INFINITY;
  #isWokenAgain = false;
  #isStopped = true;
  #stopping = new AbortController();

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStopped = false;
    this.#stopping = new AbortController();
    this.wake();
  }

  wake(): void {
    if (this.#isStopped) return;
    if (this.#running !== undefined) {
      this.#isWokenAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    const { outages, items, pollIntervalMs, debounceMs = 5, maxPauseMs = minPauseMs, fullBatch, poll } = this.#options;
    try {
      let found = 0;
      let pauseMs = performance.now() - this.#lastItemsAt < minPauseMs ? minPauseMs : debounceMs;
      do {
        await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
        if (this.#isStopped) break;
        this.#isWokenAgain = false;
        found = await poll();
        pauseMs = found === fullBatch ? minPauseMs : Math.min(Math.max(2 * pauseMs, minPauseMs), maxPauseMs);
        if (found > 0) this.#lastItemsAt = performance.now();
      } while (found > 0 || this.#isWokenAgain);
    } catch (error) {
      outages.warn(error, `Waiting ${items} could not be processed; trying again.`);
    }
    this.#running = undefined;
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.wake(), pollIntervalMs);
    this.#timer.unref();
  }

  /** Waits for the running batch. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }
}
