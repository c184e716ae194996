import { isStatementError, isTimeLimit } from './database-errors.ts';
import { batchDeadlineStatement, batchLimitsStatement } from './database-limits.ts';
import type { RawRow, Value } from './row.ts';
import type { Statement } from './sql.ts';
import type { Queue, Request, StatementPool } from './statement-pool.ts';

const maxBatchSize = 16;
/** A write waits this long while no batch is committed. */
const stalledTimeoutMs = 8000;
/** And this long while others are. */
const waitTimeoutMs = 30_000;

interface PendingWrite {
  statement: Statement;
  values: readonly Value[];
  lock: string;
  serial: string | undefined;
  since: number;
  resolve(rows: RawRow[]): void;
  reject(error: unknown): void;
}

/**
 * Commits single statements of many requests together: while one transaction is written to disk, the statements that arrive form
 * the next. A commit costs a write to disk and two switches between processes, whatever its size. A request is answered after
 * the commit.
 */
export class GroupCommit {
  readonly #pool: StatementPool;
  readonly #before: readonly Request[];
  readonly #idle: number[];
  /** Keys of `serial` that are being committed. */
  readonly #serialInFlight = new Set<string>();
  #pending: PendingWrite[] = [];
  #isStartScheduled = false;
  #timeoutCheck: NodeJS.Timeout | undefined;
  #lastCommitAt = 0;

  /** `pooled`: each transaction may have another connection, so it sets its own time limits. */
  constructor(pool: StatementPool, pooled: boolean) {
    this.#pool = pool;
    this.#before = pooled ? [{ statement: batchLimitsStatement, values: [] }] : [];
    this.#idle = Array.from({ length: pool.size }, (_, slot) => slot);
  }

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
    if (this.#pending.length > 0) return;
    clearInterval(this.#timeoutCheck);
    this.#timeoutCheck = undefined;
  }

  #start(): void {
    while (this.#pending.length > 0 && this.#idle.length > 0) {
      const batch = this.#takeBatch();
      if (batch.length === 0) return;
      const slot = this.#idle.pop() as number;
      const serials = new Set(batch.flatMap(({ serial }) => (serial === undefined ? [] : [serial])));
      for (const key of serials) this.#serialInFlight.add(key);
      void this.#commit(slot, batch).finally(() => {
        for (const key of serials) this.#serialInFlight.delete(key);
        this.#idle.push(slot);
        this.#rejectOverdue();
        this.#start();
      });
    }
  }

  /** The oldest writes, without those that must wait for the batch in flight. In the order of their locks. */
  #takeBatch(): PendingWrite[] {
    const batch: PendingWrite[] = [];
    const rest: PendingWrite[] = [];
    for (const pending of this.#pending) {
      const isTaken = batch.length < maxBatchSize && (pending.serial === undefined || !this.#serialInFlight.has(pending.serial));
      (isTaken ? batch : rest).push(pending);
    }
    this.#pending = rest;
    return batch.sort((a, b) => (a.lock < b.lock ? -1 : a.lock > b.lock ? 1 : 0));
  }

  async #commit(slot: number, batch: PendingWrite[]): Promise<void> {
    try {
      const after = batch.length > 1 ? [{ statement: batchDeadlineStatement, values: [] }] : [];
      const results = await this.#pool.send(slot, [...this.#before, ...batch, ...after], true);
      this.#lastCommitAt = performance.now();
      for (const [at, { resolve }] of batch.entries()) resolve(results[this.#before.length + at] ?? []);
    } catch (error) {
      // A failed statement rolls back the whole batch: each is sent again by itself, so that only that one fails. Not after a time
      // limit, which each would reach again. With any other error the connection is gone, and the outcome is unknown.
      const refused = batch.length > 1 && isStatementError(error) && !isTimeLimit(error);
      for (const pending of batch) {
        if (refused) await this.#commit(slot, [pending]);
        else pending.reject(error);
      }
    }
  }
}
