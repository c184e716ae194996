import { isStatementError } from './database-errors.ts';
import { clientTimeoutMs } from './database-limits.ts';
import type { RawRow, Value } from './row.ts';
import type { Statement } from './sql.ts';
import type { Queue, StatementPool } from './statement-pool.ts';

export interface ReadQueueOptions {
  /** Statements that are sent together. In a larger batch the first would wait for the last, and the other connections would be idle. */
  maxBatchSize: number;
  /** A connection gets a further batch while at most this many of its statements are unanswered. */
  refillBelow: number;
}

/** Short reads of one turn of the event loop share a round trip: two switches between processes cost about as much as finding a row. */
export const shortReads: ReadQueueOptions = { maxBatchSize: 16, refillBelow: 16 };

/** Reads that may take long: others must not wait behind them while a connection is idle. */
export const longReads: ReadQueueOptions = { maxBatchSize: 1, refillBelow: 7 };

/** Reads that are sent stay in the array up to this number. */
const maxSent = 64;

/** A connection that failed is used again after this time, or if there is no other. */
const avoidFailedMs = 1000;

interface PendingRead {
  statement: Statement;
  values: readonly Value[];
  since: number;
  resolve(rows: RawRow[]): void;
  reject(error: unknown): void;
}

/**
 * One queue for the connections of a pipelined pool, in the order of arrival. Each connection has a few statements in flight, enough to be
 * always busy; the others wait here for the first connection that is free. If they were distributed on arrival, nearly all of them would
 * end up waiting for the connection that is the slowest at the moment.
 */
export class ReadQueue {
  readonly #pool: StatementPool;
  readonly #options: ReadQueueOptions;
  /** Unanswered statements by connection. */
  readonly #inFlight: number[];
  readonly #failedAt: number[];
  #inFlightTotal = 0;
  #pending: PendingRead[] = [];
  /** Index of the first pending read: removing each from the array would copy the rest. */
  #head = 0;
  #next = 0;
  #isScheduled = false;
  #timeoutCheck: NodeJS.Timeout | undefined;

  constructor(pool: StatementPool, options: ReadQueueOptions) {
    this.#pool = pool;
    this.#options = options;
    this.#inFlight = new Array(pool.size).fill(0);
    this.#failedAt = new Array(pool.size).fill(Number.NEGATIVE_INFINITY);
  }

  get queue(): Queue {
    return { waiting: this.#waiting, since: this.#pending[this.#head]?.since };
  }

  get #waiting(): number {
    return this.#pending.length - this.#head;
  }

  run(statement: Statement, values: readonly Value[]): Promise<RawRow[]> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ statement, values, since: performance.now(), resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      // While nothing is in flight there are few requests: a turn of the event loop would only delay this one. The statements that the
      // same request runs at once are still sent together.
      if (this.#inFlightTotal === 0) queueMicrotask(this.#send);
      else setImmediate(this.#send);
    });
  }

  readonly #send = (): void => {
    this.#isScheduled = false;
    while (this.#waiting > 0) {
      const slot = this.#freeSlot();
      if (slot === undefined) break;
      const end = Math.min(this.#head + this.#options.maxBatchSize, this.#pending.length);
      const batch = this.#pending.slice(this.#head, end);
      this.#head = end;
      // While reads always wait, the array is never empty; a read that is kept in it would keep its rows.
      if (this.#head > maxSent) {
        this.#pending = this.#pending.slice(this.#head);
        this.#head = 0;
      }
      if (this.#head === this.#pending.length) this.#clear();
      void this.#sendBatch(slot, batch);
    }
    if (this.#waiting > 0) this.#timeoutCheck ??= setInterval(this.#rejectOverdue, 1000).unref();
  };

  #clear(): void {
    this.#pending = [];
    this.#head = 0;
    clearInterval(this.#timeoutCheck);
    this.#timeoutCheck = undefined;
  }

  /** The connection with the fewest unanswered statements, if it may get more. */
  #freeSlot(): number | undefined {
    const now = performance.now();
    let best: number | undefined;
    let bestLoad = Number.POSITIVE_INFINITY;
    for (let step = 0; step < this.#pool.size; step++) {
      const slot = (this.#next + step) % this.#pool.size;
      const isAvoided = now - (this.#failedAt[slot] as number) < avoidFailedMs && !this.#pool.isOpen(slot);
      // Avoided, but not excluded: all of them may have failed.
      const load = (this.#inFlight[slot] as number) + (isAvoided ? 1000 : 0);
      if (load >= bestLoad) continue;
      best = slot;
      bestLoad = load;
    }
    if (best === undefined || (this.#inFlight[best] as number) > this.#options.refillBelow) return undefined;
    this.#next = (best + 1) % this.#pool.size;
    return best;
  }

  async #sendBatch(slot: number, batch: PendingRead[]): Promise<void> {
    this.#inFlight[slot] = (this.#inFlight[slot] as number) + batch.length;
    this.#inFlightTotal += batch.length;
    try {
      // Batches of one that have the same connection are written together, with the last of them.
      const isLast = this.#options.maxBatchSize > 1 || this.#waiting === 0;
      const results = await this.#pool.send(slot, batch, isLast);
      this.#answered(slot, batch);
      for (let at = 0; at < batch.length; at++) (batch[at] as PendingRead).resolve(results[at] ?? []);
    } catch (error) {
      this.#answered(slot, batch);
      const refused = isStatementError(error);
      if (!refused) this.#onConnectionFailure(slot, error);
      // One statement failed: each is sent again by itself. With any other error the connection is gone.
      for (const pending of batch) {
        if (refused && batch.length > 1) void this.#sendBatch(slot, [pending]);
        else pending.reject(error);
      }
    }
    if (this.#waiting > 0) this.#send();
  }

  #answered(slot: number, batch: readonly PendingRead[]): void {
    this.#inFlight[slot] = (this.#inFlight[slot] as number) - batch.length;
    this.#inFlightTotal -= batch.length;
  }

  /** Without any connection, waiting reads fail as if they had been sent: to wait for a new connection could take long. */
  #onConnectionFailure(slot: number, error: unknown): void {
    this.#failedAt[slot] = performance.now();
    if (this.#pool.connected > 0) return;
    const pending = this.#pending.slice(this.#head);
    this.#clear();
    for (const { reject } of pending) reject(error);
  }

  readonly #rejectOverdue = (): void => {
    const oldest = performance.now() - clientTimeoutMs;
    while (this.#waiting > 0 && (this.#pending[this.#head] as PendingRead).since < oldest) {
      (this.#pending[this.#head] as PendingRead).reject(new Error('timeout while waiting for a connection'));
      this.#head++;
    }
    if (this.#waiting === 0) this.#clear();
  };

  /** Until all waiting reads are sent or rejected. */
  async drained(): Promise<void> {
    while (this.#waiting > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
