import type { OutageLog } from '../postgres/outage-log.ts';
import { Poller } from './poller.ts';

/** Reason of an abort that is not the receiver's fault: the delivery is due again at once. */
export class ServiceStopped extends Error {
  constructor() {
    super('the service stopped');
  }
}

export interface DeliveryQueueOptions<T> {
  outages: OutageLog;
  /** Name of the items, for the log. */
  items: string;
  /** Items of one lane share its limit; a lane that hangs does not delay other lanes. */
  laneOf(item: T): string;
  /** Leases due items, given the number in flight per lane. An item whose lease expires is due again. */
  claim(inFlight: ReadonlyMap<string, number>): Promise<T[]>;
  /** Delivers one item and records the outcome. It stops when the signal is aborted. */
  deliver(item: T, signal: AbortSignal): Promise<void>;
  /** Timeout of one delivery. */
  timeoutMs: number;
}

const pollIntervalMs = 1000;
const shutdownTimeoutMs = 2000;

/** Delivers items to receivers that may be slow or down, many at a time. */
export class DeliveryQueue<T> {
  readonly #options: DeliveryQueueOptions<T>;
  readonly #inFlight = new Map<string, number>();
  readonly #deliveries = new Map<Promise<void>, AbortController>();
  readonly #poller: Poller;

  constructor(options: DeliveryQueueOptions<T>) {
    this.#options = options;
    const poll = async () => {
      const items = await options.claim(this.#inFlight);
      for (const item of items) this.#begin(item);
      return items.length;
    };
    this.#poller = new Poller({ outages: options.outages, items: options.items, pollIntervalMs, poll });
  }

  start(): void {
    this.#poller.start();
  }

  wake(): void {
    this.#poller.wake();
  }

  #begin(item: T): void {
    const lane = this.#options.laneOf(item);
    this.#inFlight.set(lane, (this.#inFlight.get(lane) ?? 0) + 1);
    const controller = new AbortController();
    const delivery = this.#deliver(item, controller).finally(() => {
      this.#deliveries.delete(delivery);
      const remaining = (this.#inFlight.get(lane) ?? 1) - 1;
      if (remaining === 0) this.#inFlight.delete(lane);
      else this.#inFlight.set(lane, remaining);
      this.wake();
    });
    this.#deliveries.set(delivery, controller);
  }

  async #deliver(item: T, controller: AbortController): Promise<void> {
    const { deliver, timeoutMs, outages, items } = this.#options;
    const timer = setTimeout(() => controller.abort(new Error('took too long')), timeoutMs);
    try {
      await deliver(item, controller.signal);
    } catch (error) {
      // The outcome could not be recorded. The item is due again when its lease expires, so it is not lost.
      outages.warn(error, `One of the ${items} is tried again later.`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for deliveries in flight, and aborts them after a timeout. */
  async stop(): Promise<void> {
    await this.#poller.stop();
    const timer = setTimeout(() => {
      for (const controller of this.#deliveries.values()) controller.abort(new ServiceStopped());
    }, shutdownTimeoutMs);
    await Promise.all(this.#deliveries.keys());
    clearTimeout(timer);
  }
}
