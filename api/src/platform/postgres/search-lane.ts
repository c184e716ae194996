import type pg from 'pg';
import { AbortableSemaphore } from '../concurrency/abortable-semaphore.ts';
import type { Db } from './database.ts';
import { beginReadWithLimits } from './database-limits.ts';
import type { PrimaryDiscovery } from './primary-discovery.ts';
import { PrimaryPool, runStatement } from './primary-pool.ts';
import { encodeRow, type Value } from './row.ts';
import { looseStatement, type Statement, statement } from './sql.ts';
import type { Queue } from './statement-pool.ts';

const maxWaiting = 200;

// A search that needs an index says so: PostgreSQL cannot estimate how many rows have several words at once, and would read the table.
// Without parallel workers, one search uses one core, and the parts of a list come in their order. Pages of matches are usually in the cache of the
// operating system: reading them ahead by I/O workers costs a third more CPU than reading them.
export const searchSettingsStatement = looseStatement(
  "select pg_backend_pid(), set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true), set_config('effective_io_concurrency', '0', true)",
);

const cancelStatement = statement('cancel_search', 'select pg_cancel_backend($1)', { short: true });

export interface SearchLaneOptions {
  connections: number;
  pooled: boolean;
  /** Sends the request to cancel, on another connection. */
  read: Db;
}

/**
 * Searches, on connections of their own: other reads do not wait for them. Each search has a connection and a transaction to itself, also
 * behind a pooler, until its cancel request is answered, so a cancel request cannot reach a statement of another search.
 */
export class SearchLane {
  readonly #pool: PrimaryPool;
  readonly #turns: AbortableSemaphore;
  readonly #isPooled: boolean;
  readonly #read: Db;
  readonly #running = new Set<{ since: number }>();

  constructor(servers: PrimaryDiscovery, { connections, pooled, read }: SearchLaneOptions) {
    this.#pool = new PrimaryPool(servers, { maxConnections: connections });
    this.#turns = new AbortableSemaphore(connections, maxWaiting);
    this.#isPooled = pooled;
    this.#read = read;
  }

  get connected(): number {
    return this.#pool.load.open;
  }

  /** Searches that run or wait. */
  get queue(): Queue {
    return { waiting: this.#running.size, since: this.#running.values().next().value?.since };
  }

  /** Throws the signal's reason if the search was aborted. */
  async run<T>(signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T> {
    const search = { since: performance.now() };
    this.#running.add(search);
    try {
      return await this.#turns.run(signal, () =>
        this.#pool.transaction(beginReadWithLimits, (client) => this.#runOn(client, signal, work)),
      );
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      this.#running.delete(search);
    }
  }

  async #runOn<T>(client: pg.ClientBase, signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T> {
    const rows = (sent: Statement, values: readonly Value[] = []) => runStatement(client, sent, values, this.#isPooled);
    const [settings] = await rows(searchSettingsStatement);
    const processId = settings?.[0] ?? null;
    let cancelling: Promise<unknown> | undefined;
    const cancel = () => {
      // If the request cannot be sent, the search ends by itself or by its time limit.
      cancelling = this.#read.rows(cancelStatement, [processId]).catch(() => undefined);
    };
    const checkedRows: Db['rows'] = (sent, values) => {
      signal.throwIfAborted();
      return rows(sent, values);
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await work({
        rows: checkedRows,
        rawRows: async (sent, values) => (await checkedRows(sent, values)).map(encodeRow),
      });
    } finally {
      signal.removeEventListener('abort', cancel);
      await cancelling;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
