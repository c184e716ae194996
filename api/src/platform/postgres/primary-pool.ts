import pg from 'pg';
import { isUnavailable, toCallerError } from './database-errors.ts';
import { answerInTime, clientTimeoutMs } from './database-limits.ts';
import type { PrimaryDiscovery } from './primary-discovery.ts';
import type { Cell, Row, Value } from './row.ts';
import type { Statement } from './sql.ts';
import type { Queue } from './statement-pool.ts';

export interface PrimaryPoolOptions {
  maxConnections: number;
  /** A statement that a new connection runs first. */
  settings?: string | undefined;
}

/** A `pg.Pool` of connections to the primary. A connection serves one borrower at a time, and is closed after an error of its own. */
export class PrimaryPool {
  readonly #servers: PrimaryDiscovery;
  readonly #pool: pg.Pool;
  readonly #maxConnections: number;
  readonly #borrowing = new Set<{ since: number }>();

  constructor(servers: PrimaryDiscovery, { maxConnections, settings }: PrimaryPoolOptions) {
    this.#servers = servers;
    this.#maxConnections = maxConnections;
    class PrimaryClient extends pg.Client {
      constructor() {
        super({ ...servers.current, query_timeout: 0 }); // answerInTime() instead
      }
    }
    this.#pool = new pg.Pool({
      Client: PrimaryClient,
      connectionTimeoutMillis: clientTimeoutMs,
      max: maxConnections,
      idleTimeoutMillis: 60_000,
      onConnect: async (client) => {
        // A borrowed connection that dies emits an error besides failing its query; without a listener the process would end.
        client.on('error', () => servers.invalidatePrimary());
        if (settings !== undefined) await answerInTime(client.query(settings));
      },
    });
    // An idle connection died; the pool has dropped it already.
    this.#pool.on('error', () => servers.invalidatePrimary());
  }

  /** Borrowers that wait for a connection. A set keeps the order of insertion: the first has waited longest. */
  get queue(): Queue {
    return { waiting: this.#borrowing.size, since: this.#borrowing.values().next().value?.since };
  }

  get load(): { open: number; busy: number; most: number; waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, busy: open - idle, most: this.#maxConnections, waiting };
  }

  /** Runs `work` on a connection of its own. */
  async run<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await this.#borrow();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      this.#release(client, isUnavailable(error));
      throw error;
    }
  }

  /** `begin` is the statement that opens the transaction. */
  async transaction<T>(begin: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await this.#borrow();
    try {
      await query(client, begin);
      const result = await work(client);
      await query(client, 'commit');
      client.release();
      return result;
    } catch (error) {
      this.#release(client, isUnavailable(error) || !(await isRolledBack(client)));
      throw error;
    }
  }

  async #borrow(): Promise<pg.PoolClient> {
    const wait = { since: performance.now() };
    this.#borrowing.add(wait);
    try {
      await this.#servers.find();
      return await this.#pool.connect();
    } catch (error) {
      this.#servers.invalidatePrimary();
      throw toCallerError(error);
    } finally {
      this.#borrowing.delete(wait);
    }
  }

  #release(client: pg.PoolClient, isLost: boolean): void {
    client.release(isLost);
    if (isLost) this.#servers.invalidatePrimary();
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

const rawText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

/** `isPooled`: a pooler is in between, where nothing stays prepared. */
export async function runStatement(
  client: pg.ClientBase,
  { name, text }: Statement,
  values: readonly Value[],
  isPooled: boolean,
): Promise<Row[]> {
  const config = { text, values: values as unknown[], rowMode: 'array' as const, types: rawText };
  const result = await query(client, name === undefined || isPooled ? config : { ...config, name });
  return result.rows;
}

/** Every query on a borrowed connection. Errors are classified here, so that errors of other libraries are not taken for them. */
async function query(client: pg.ClientBase, config: string | pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Cell[]>> {
  try {
    return await answerInTime(client.query<Cell[]>(config as pg.QueryArrayConfig));
  } catch (error) {
    throw toCallerError(error);
  }
}

async function isRolledBack(client: pg.ClientBase): Promise<boolean> {
  try {
    await query(client, 'rollback');
    return true;
  } catch {
    return false;
  }
}
