import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../../errors.ts';
import type { Db } from './database.ts';
import { beginReadWithLimits } from './database-limits.ts';
import { type PrimaryPool, runStatement } from './primary-pool.ts';
import { encodeRow } from './row.ts';
import { searchSettingsStatement } from './search-lane.ts';
import { looseStatement } from './sql.ts';

/** While a snapshot is open, vacuum keeps the row versions that it can see. */
const maxSnapshotMs = 20_000;

// What `set local` has changed for a search does not hold for the other reads.
const usualSettingsStatement = looseStatement(
  `select set_config(name, reset_val, true) from pg_settings
    where name in ('enable_seqscan', 'max_parallel_workers_per_gather', 'jit', 'effective_io_concurrency')`,
);

/** Reads of several functions that must agree, without passing a transaction to each. */
export class ReadSnapshot {
  readonly #pool: PrimaryPool;
  readonly #isPooled: boolean;
  readonly #scope = new AsyncLocalStorage<Db>();

  constructor(pool: PrimaryPool, isPooled: boolean) {
    this.#pool = pool;
    this.#isPooled = isPooled;
  }

  /** Reads of `work` share a repeatable-read transaction. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + maxSnapshotMs;
    return this.#pool.transaction(beginReadWithLimits, (client) => {
      const rows: Db['rows'] = async (statement, values = []) => {
        if (performance.now() > deadline)
          throw new AppError('OVERLOADED', 'This takes too long at the moment. Please try again later.', { retryAfterSeconds: 30 });
        return runStatement(client, statement, values, this.#isPooled);
      };
      return this.#scope.run({ rows, rawRows: async (statement, values) => (await rows(statement, values)).map(encodeRow) }, work);
    });
  }

  /** The same reads, but those within `run` belong to its snapshot. */
  prefer(reads: Db): Db {
    const db = () => this.#scope.getStore() ?? reads;
    return { rows: (statement, values) => db().rows(statement, values), rawRows: (statement, values) => db().rawRows(statement, values) };
  }

  /** undefined: no snapshot is open. */
  search<T>(work: (db: Db) => Promise<T>): Promise<T> | undefined {
    const db = this.#scope.getStore();
    return db && this.#searchIn(db, work);
  }

  async #searchIn<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
    await db.rows(searchSettingsStatement);
    const result = await work(db);
    await db.rows(usualSettingsStatement);
    return result;
  }
}
