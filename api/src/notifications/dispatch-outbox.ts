import { randomUUID } from 'node:crypto';
import { acquireLease, lockLease, releaseLease } from '../platform/jobs/lease-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import { isOutage } from '../platform/postgres/outage-log.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type DispatchDeps, type DispatchedEvent, dispatchNotifications } from './dispatch-notifications.ts';
import { type DueEvent, delayEvent, limitIdleTime, listDueEvents, moveToDeadLetters } from './outbox-store.ts';
import { eventRetryDelay } from './retry-rules.ts';

const batchSize = 200;
const leaseName = 'outbox';
const leaseSeconds = 10;
/** Below the lease: a suspended process has lost its locks before another takes over. */
const idleTimeoutMs = 3000;
const longestError = 500;

export interface OutboxDispatcherOptions extends DispatchDeps {
  database: Database;
  clock: Clock;
  log: Log;
  /** Called with what was dispatched, after the commit. */
  dispatched?: (events: DispatchedEvent[]) => void;
}

class LeaseLost extends Error {
  constructor() {
    super('another process dispatches the outbox');
  }
}

/**
 * Dispatches the events of the outbox, one process at a time: so events of an order are dispatched in their order, and notifications
 * become visible in the order of their ids. Whoever has seen one has been shown all before it.
 */
export class OutboxDispatcher {
  readonly #options: OutboxDispatcherOptions;
  readonly #holder = randomUUID();

  constructor(options: OutboxDispatcherOptions) {
    this.#options = options;
  }

  /** How many events were dealt with; `busy`: another process is dispatching. */
  async dispatchDue(): Promise<number | 'busy'> {
    const { database } = this.#options;
    const due = await listDueEvents(database.read, batchSize);
    if (due.length === 0) return 0;
    if (!(await this.#acquire())) return 'busy';
    try {
      await this.#dispatch(due);
      return due.length;
    } catch (error) {
      if (error instanceof LeaseLost) return 'busy';
      throw error;
    } finally {
      // If this fails, the lease expires.
      await releaseLease(database.write, leaseName, this.#holder).catch(() => {});
    }
  }

  /** All in one transaction; if that fails, in halves, until the event that cannot be dispatched stands alone. */
  async #dispatch(due: readonly DueEvent[]): Promise<void> {
    const { database, clock, dispatched } = this.#options;
    let events: DispatchedEvent[];
    try {
      events = await database.transaction(async (tx) => {
        await limitIdleTime(tx, idleTimeoutMs);
        if (!(await lockLease(tx, leaseName, this.#holder))) throw new LeaseLost();
        return dispatchNotifications(
          tx,
          this.#options,
          due.map(({ id }) => id),
          clock(),
        );
      });
    } catch (error) {
      if (error instanceof LeaseLost || isOutage(error)) throw error;
      const [first, ...others] = due;
      if (first !== undefined && others.length === 0) return this.#fail(first, error);
      const half = Math.ceil(due.length / 2);
      for (const part of [due.slice(0, half), due.slice(half)]) {
        if (!(await this.#acquire())) throw new LeaseLost();
        await this.#dispatch(part);
      }
      return;
    }
    if (events.length > 0) dispatched?.(events);
  }

  /** Takes the lease, or renews it. */
  #acquire(): Promise<boolean> {
    return acquireLease(this.#options.database.write, leaseName, this.#holder, leaseSeconds);
  }

  async #fail({ id, attempts }: DueEvent, error: unknown): Promise<void> {
    const { database, clock, log } = this.#options;
    const reason = String(error instanceof Error ? error.message : error).slice(0, longestError);
    const failed = attempts + 1;
    const delaySeconds = eventRetryDelay(failed, Math.random());
    const facts = { event: id, attempts: failed, err: reason };
    if (delaySeconds === undefined) {
      await moveToDeadLetters(database.write, id, reason, clock());
      log.error(facts, 'An event could not be dispatched and is a dead letter now. An admin can replay it.');
    } else {
      await delayEvent(database.write, id, reason, delaySeconds);
      log.warn(facts, 'An event could not be dispatched; it is tried again.');
    }
  }
}
