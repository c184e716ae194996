import { failedRequest, isLockTimeout, isStatementError, isTimeLimit } from './database-errors.ts';
import { batchDeadlineStatement, batchLimitsStatement } from './database-limits.ts';
import { LockWaits, type PendingWrite, type SendAlone } from './lock-waits.ts';
import type { RawRow, Value } from './row.ts';
import type { Statement } from './sql.ts';
import type { Queue, Request, StatementPool } from './statement-pool.ts';

const maxBatchSize = 16;
/** A write waits this long while no batch is committed. */
const stalledTimeoutMs = 8000;
/** And this long while others are. */
const waitTimeoutMs = 30_000;

interface GroupCommitOptions {
  /** Each transaction may have another connection, so it sets its own time limits. */
  pooled: boolean;
  /** Sends a statement on a connection of its own, where it may wait for its lock. */
  sendAlone: SendAlone;
  /** The largest number of statements that are sent alone at a time. */
  maxLockWaits: number;
}

/**
 * Commits single statements of many requests together: while one transaction is written to disk, the statements that arrive form
 * the next. A commit costs a write to disk and two switches between processes, whatever its size. A request is answered after
 * the commit.
 *
 * A batch waits for a lock for a moment only, so that a transaction that holds one place for long does not stop bookings of all others.
 */
export class GroupCommit {
  readonly #pool: StatementPool;
  readonly #before: readonly Request[];
  readonly #idle: number[];
  /** Keys of `serial` that are being committed. */
  readonly #serialInFlight = new Set<string>();
  /** Locks of the writes that are being committed: a second batch would wait for the first to release them. */
  readonly #locksInFlight = new Set<string>();
  /** Writes whose lock is held by another transaction. No batch takes them. */
  readonly #lockWaits: LockWaits;
  #pending: PendingWrite[] = [];
  #isStartScheduled = false;
  #timeoutCheck: NodeJS.Timeout | undefined;
  #lastCommitAt = 0;

  constructor(pool: StatementPool, { pooled, sendAlone, maxLockWaits }: GroupCommitOptions) {
    this.#pool = pool;
    this.#before = pooled ? [{ statement: batchLimitsStatement, values: [] }] : [];
    this.#idle = Array.from({ length: pool.size }, (_, slot) => slot);
    this.#lockWaits = new LockWaits(sendAlone, maxLockWaits, (writes) => {
      this.#lastCommitAt = performance.now();
      this.#pending.unshift(...writes);
      this.#start();
    });
  }

  /** Without those that wait for a lock: they are no load. */
  get queue(): Queue {
    return { waiting: this.#pending.length, since: this.#pending[0]?.since };
  }

  /** `lock` names what the statement locks first: a batch takes locks in that order, which prevents deadlocks. */
  run(statement: Statement, values: readonly Value[], lock: string): Promise<RawRow[]> {
    return new Promise((resolve, reject) => {
      const serial = statement.serial?.(values);
      this.#pending.push({ statement, values, lock, serial, since: performance.now(), resolve, reject });
      this.#timeoutCheck ??= setInterval(() => this.#rejectOverdue(), 1000).unref();
      if (this.#isStartScheduled) return;
      this.#isStartScheduled = true;
      // While nothing is being committed there are few writes: a turn of the event loop would only delay this one.
      if (this.#idle.length === this.#pool.size) queueMicrotask(this.#startScheduled);
      else setImmediate(this.#startScheduled);
    });
  }

  readonly #startScheduled = (): void => {
    this.#isStartScheduled = false;
    this.#start();
  };

  /** A long queue that moves is not stalled. A write that was not sent has had no effect. */
  #rejectOverdue(): void {
    const now = performance.now();
    const timeoutMs = this.#lastCommitAt < now - stalledTimeoutMs ? stalledTimeoutMs : waitTimeoutMs;
    const inTime = this.#pending.findIndex(({ since }) => since > now - timeoutMs);
    const overdue = this.#pending.splice(0, inTime === -1 ? this.#pending.length : inTime);
    for (const { reject } of overdue) reject(new Error('timeout while waiting for a connection'));
    this.#lockWaits.rejectOverdue(now);
    if (this.#pending.length > 0 || !this.#lockWaits.isEmpty) return;
    clearInterval(this.#timeoutCheck);
    this.#timeoutCheck = undefined;
  }

  #start(): void {
    while (this.#pending.length > 0 && this.#idle.length > 0) {
      const batch = this.#takeBatch();
      if (batch.length === 0) return;
      const slot = this.#idle.pop() as number;
      const serials = new Set(batch.flatMap(({ serial }) => (serial === undefined ? [] : [serial])));
      const locks = new Set(batch.map(({ lock }) => lock));
      for (const key of serials) this.#serialInFlight.add(key);
      for (const key of locks) this.#locksInFlight.add(key);
      void this.#commit(slot, batch).finally(() => {
        for (const key of serials) this.#serialInFlight.delete(key);
        for (const key of locks) this.#locksInFlight.delete(key);
        this.#idle.push(slot);
        this.#rejectOverdue();
        this.#start();
      });
    }
  }

  /** The oldest writes, without those that must wait for the batch in flight or for a lock. In the order of their locks. */
  #takeBatch(): PendingWrite[] {
    const batch: PendingWrite[] = [];
    const rest: PendingWrite[] = [];
    const locked: PendingWrite[] = [];
    for (const pending of this.#pending) {
      const isInFlight =
        this.#locksInFlight.has(pending.lock) || (pending.serial !== undefined && this.#serialInFlight.has(pending.serial));
      const isTaken = batch.length < maxBatchSize && !isInFlight;
      (this.#lockWaits.has(pending.lock) ? locked : isTaken ? batch : rest).push(pending);
    }
    this.#pending = rest;
    this.#lockWaits.add(locked);
    return batch.sort((a, b) => (a.lock < b.lock ? -1 : a.lock > b.lock ? 1 : 0));
  }

  async #commit(slot: number, batch: PendingWrite[]): Promise<void> {
    try {
      const after = batch.length > 1 ? [{ statement: batchDeadlineStatement, values: [] }] : [];
      const results = await this.#pool.send(slot, [...this.#before, ...batch, ...after], true);
      this.#lastCommitAt = performance.now();
      for (const [at, { resolve }] of batch.entries()) resolve(results[this.#before.length + at] ?? []);
    } catch (error) {
      if (isLockTimeout(error)) {
        this.#separateLocked(batch, failedRequest(error));
        return;
      }
      // A failed statement rolls back the whole batch: each is sent again by itself, so that only that one fails. Not after a time
      // limit, which each would reach again. With any other error the connection is gone, and the outcome is unknown.
      const refused = batch.length > 1 && isStatementError(error) && !isTimeLimit(error);
      for (const pending of batch) {
        if (refused) await this.#commit(slot, [pending]);
        else pending.reject(error);
      }
    }
  }

  /** The statement that waited for its lock in vain, and those with the same lock, wait apart; the others form the next batch. */
  #separateLocked(batch: PendingWrite[], failed: number | undefined): void {
    const locked = failed === undefined ? undefined : batch[failed - this.#before.length]?.lock;
    const isLocked = ({ lock }: PendingWrite) => locked === undefined || lock === locked;
    this.#pending.unshift(...batch.filter((write) => !isLocked(write)));
    this.#lockWaits.add(batch.filter(isLocked));
  }
}
