import { setTimeout as pause } from 'node:timers/promises';
import type { OutageLog } from '../postgres/outage-log.ts';

export interface PollerOptions {
  outages: OutageLog;
  /** What is looked for, for the log. */
  what: string;
  /** Milliseconds until it looks by itself. */
  pollEvery: number;
  /** Deals with some of what is waiting; answers how much there was. */
  round(): Promise<number>;
}

/** Milliseconds: requests that come together are dealt with together, and the one that woke us gets its answer first. */
const first = 5;
/** Milliseconds between two rounds while there is much to do: what comes meanwhile goes together, at a fraction of the cost. */
const breath = 50;

/**
 * Work that follows from what was written, behind the requests. It is woken by the process that wrote and looks by itself now
 * and then, so what other processes wrote, or one that was killed, is found as well.
 */
export class Poller {
  readonly #options: PollerOptions;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  #again = false;
  #stopped = true;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.wake();
  }

  wake(): void {
    if (this.#stopped) return;
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    const { outages, what, pollEvery, round } = this.#options;
    try {
      let found = 0;
      do {
        await pause(performance.now() - this.#lastAt < breath ? breath : first);
        if (this.#stopped) break;
        this.#again = false;
        found = await round();
        if (found > 0) this.#lastAt = performance.now();
      } while (found > 0 || this.#again);
    } catch (error) {
      outages.warn(error, `Waiting ${what} could not be dealt with; trying again.`);
    }
    this.#running = undefined;
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.wake(), pollEvery);
    this.#timer.unref();
  }

  /** Lets the round that is under way end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
