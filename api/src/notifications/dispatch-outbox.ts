import { randomUUID } from 'node:crypto';
import { acquireLease, lockLease, releaseLease } from '../platform/jobs/lease-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import { isOutage } from '../platform/postgres/outage-log.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type DispatchDeps, type DispatchedEvent, dispatchNotifications } from './dispatch-notifications.ts';
import { type DueEvent, delayEvent, limitIdleTime, listDueEvents, moveToDeadLetters } from './outbox-store.ts';
import { eventRetryDelay } from './retry-rules.ts';

export const eventBatchSize = 200;
const leaseName = 'outbox';
const leaseSeconds = 10;
/** Below the lease, so that a suspended process loses its locks before another process takes over. */
const idleTimeoutMs = 3000;
const maxErrorLength = 500;

export interface OutboxDispatcherOptions extends DispatchDeps {
  database: Database;
  clock: Clock;
  log: Log;
  /** Called with the dispatched events after the commit. */
  onDispatched?: (events: DispatchedEvent[]) => void;
}

class LeaseLost extends Error {
  constructor() {
    super('another process dispatches the outbox');
  }
}

/**
 * The outbox dispatcher. It dispatches events in one process at a time, so that events of an order stay in order and notifications become visible in
 * the order of their ids. A live stream can therefore resume after the last id that it has sent.
 */
export class OutboxDispatcher {
  readonly #options: OutboxDispatcherOptions;
  readonly #holder = randomUUID();

  constructor(options: OutboxDispatcherOptions) {
    this.#options = options;
  }

  /** Returns the number of processed events; `busy`: another process is dispatching. */
  async dispatchDue(): Promise<number | 'busy'> {
    const { database } = this.#options;
    const due = await listDueEvents(database.read, eventBatchSize);
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

  /** All events in one transaction. If it fails, each half separately, until the failing event is isolated. */
  async #dispatch(due: readonly DueEvent[]): Promise<void> {
    const { database, clock, onDispatched } = this.#options;
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
    if (events.length > 0) onDispatched?.(events);
  }

  /** Acquires or renews the lease. */
  #acquire(): Promise<boolean> {
    return acquireLease(this.#options.database.write, leaseName, this.#holder, leaseSeconds);
  }

  async #fail({ id, attempts }: DueEvent, error: unknown): Promise<void> {
    const { database, clock, log } = this.#options;
    const reason = String(error instanceof Error ? error.message : error).slice(0, maxErrorLength);
    const failedAttempts = attempts + 1;
    const delaySeconds = eventRetryDelay(failedAttempts, Math.random());
    const details = { event: id, attempts: failedAttempts, err: reason };
    if (delaySeconds === undefined) {
      await moveToDeadLetters(database.write, id, reason, clock());
      log.error(details, 'An event could not be dispatched and is now a dead letter. An admin can replay it.');
    } else {
      await delayEvent(database.write, id, reason, delaySeconds);
      log.warn(details, 'An event could not be dispatched; it will be retried.');
    }
  }
}
