import type { Outages } from './outages.ts';

/** Handles some waiting events in one transaction; answers how many there were. */
export type HandleEvents = () => Promise<number>;

const pollEvery = 500;

/**
 * Delivers what the outbox holds. It is woken by the process that wrote an event and looks by itself now and
 * then, so events of other processes, and of one that was killed, are found as well.
 */
export class Outbox {
  readonly #outages: Outages;
  #handle: HandleEvents | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = true;

  constructor(outages: Outages) {
    this.#outages = outages;
  }

  start(handle: HandleEvents): void {
    this.#handle = handle;
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
    // Requests that come together are told of together; and the one that woke us gets its answer first.
    await new Promise((resolve) => setTimeout(resolve, 5));
    try {
      do {
        this.#again = false;
        while (!this.#stopped && ((await this.#handle?.()) ?? 0) > 0);
      } while (this.#again && !this.#stopped);
    } catch (error) {
      this.#outages.warn(error, 'Events could not be handled; trying again.');
    }
    this.#running = undefined;
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.wake(), pollEvery);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
