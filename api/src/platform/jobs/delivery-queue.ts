import type { OutageLog } from '../postgres/outage-log.ts';
import { Poller } from './poller.ts';

/** Why a delivery was given up: not the receiver's fault, so it is due again at once. */
export class ServiceStopped extends Error {
  constructor() {
    super('the service stopped');
  }
}

export interface DeliveryQueueOptions<T> {
  outages: OutageLog;
  /** What is delivered, for the log. */
  what: string;
  /** Things of one lane share its places; a lane that hangs holds up no other. */
  laneOf(item: T): string;
  /** Takes things that are due, given how many are under way in which lane. What it takes comes due again by itself. */
  claim(underWay: ReadonlyMap<string, number>): Promise<T[]>;
  /** Delivers one thing and notes how it went. It gives up when the signal says so. */
  deliver(item: T, signal: AbortSignal): Promise<void>;
  /** Milliseconds after which a delivery is given up. */
  limit: number;
}

const pollEvery = 1000;
const graceOnStop = 2000;

/** Brings things to receivers that may be slow or dead, many at once. */
export class DeliveryQueue<T> {
  readonly #options: DeliveryQueueOptions<T>;
  readonly #underWay = new Map<string, number>();
  readonly #active = new Map<Promise<void>, AbortController>();
  readonly #rounds: Poller;

  constructor(options: DeliveryQueueOptions<T>) {
    this.#options = options;
    const round = async () => {
      const items = await options.claim(this.#underWay);
      for (const item of items) this.#begin(item);
      return items.length;
    };
    this.#rounds = new Poller({ outages: options.outages, what: options.what, pollEvery, round });
  }

  start(): void {
    this.#rounds.start();
  }

  wake(): void {
    this.#rounds.wake();
  }

  #begin(item: T): void {
    const lane = this.#options.laneOf(item);
    this.#underWay.set(lane, (this.#underWay.get(lane) ?? 0) + 1);
    const controller = new AbortController();
    const done = this.#deliver(item, controller).finally(() => {
      this.#active.delete(done);
      const left = (this.#underWay.get(lane) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(lane);
      else this.#underWay.set(lane, left);
      this.wake();
    });
    this.#active.set(done, controller);
  }

  async #deliver(item: T, controller: AbortController): Promise<void> {
    const { deliver, limit, outages, what } = this.#options;
    const timer = setTimeout(() => controller.abort(new Error('took too long')), limit);
    try {
      await deliver(item, controller.signal);
    } catch (error) {
      // How it went could not be noted. It comes due again, so nothing is lost.
      outages.warn(error, `One of the ${what} is tried again later.`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lets what is under way finish, but not for long. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    const timer = setTimeout(() => {
      for (const controller of this.#active.values()) controller.abort(new ServiceStopped());
    }, graceOnStop);
    await Promise.all(this.#active.keys());
    clearTimeout(timer);
  }
}
