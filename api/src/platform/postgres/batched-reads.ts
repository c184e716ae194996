import { isStatementError } from './database-errors.ts';
import type { RawRow, Value } from './row.ts';
import type { Statement } from './sql.ts';
import type { StatementPool } from './statement-pool.ts';

/** In a larger batch the first read would wait for the last, and the other connections would be idle. */
const maxBatchSize = 16;

interface PendingRead {
  statement: Statement;
  values: readonly Value[];
  resolve(rows: RawRow[]): void;
  reject(error: unknown): void;
}

/**
 * Sends the short reads of one turn of the event loop as one batch, whichever requests they belong to. Two switches between
 * processes cost about as much as finding a row.
 */
export class BatchedReads {
  readonly #pool: StatementPool;
  #pending: PendingRead[] = [];
  #next = 0;

  constructor(pool: StatementPool) {
    this.#pool = pool;
  }

  run(statement: Statement, values: readonly Value[]): Promise<RawRow[]> {
    return new Promise((resolve, reject) => {
      if (this.#pending.push({ statement, values, resolve, reject }) === 1) setImmediate(this.#send);
    });
  }

  readonly #send = (): void => {
    const pending = this.#pending;
    this.#pending = [];
    for (let at = 0; at < pending.length; at += maxBatchSize) {
      void this.#sendBatch(
        this.#next++ % this.#pool.size,
        at === 0 && pending.length <= maxBatchSize ? pending : pending.slice(at, at + maxBatchSize),
      );
    }
  };

  async #sendBatch(slot: number, batch: PendingRead[]): Promise<void> {
    try {
      const results = await this.#pool.send(slot, batch, true);
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] ?? []);
    } catch (error) {
      // One statement failed: each is sent again by itself. With any other error the connection is gone.
      const refused = batch.length > 1 && isStatementError(error);
      for (const pending of batch) {
        if (refused) void this.#sendBatch(slot, [pending]);
        else pending.reject(error);
      }
    }
  }
}
