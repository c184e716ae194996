import pg from 'pg';
import { AppError } from '../errors.ts';
import { Pipes, type Queue } from './pipes.ts';
import { type Cell, decodeRow, encodeRow, type RawRow, type Row, type Value } from './row.ts';
import { SharedCommits } from './shared-commits.ts';
import type { Statement } from './sql.ts';

export { type Cell, RawRow, type Row, type Value } from './row.ts';

export interface Db {
  rows(statement: Statement, values?: readonly Value[]): Promise<Row[]>;
  /** For rows that are only written out again. */
  rawRows(statement: Statement, values?: readonly Value[]): Promise<RawRow[]>;
}

declare const inTransaction: unique symbol;
/** A connection inside BEGIN … COMMIT. What must not run outside one takes a Tx, not a Db. */
export interface Tx extends Db {
  readonly [inTransaction]: true;
}

export interface Database {
  /** Reads: a few connections, each carrying many queries at once. */
  readonly read: Db;
  /** A single statement that writes, committed when the answer is here. */
  readonly write: Db;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Calls back for each NOTIFY on a channel, and with `lost` whenever some may have been missed. */
  listen(channel: string, heard: (payload: string, lost: boolean) => void): void;
  /** True while notifications are being heard: what is cached on their strength holds only then. */
  readonly hearing: boolean;
  /** Who waits: for the answer to a read, for a connection to write on. */
  queues(): { reads: Queue[]; writes: Queue[] };
  /** What its connections are doing. */
  load(): DatabaseLoad;
  close(): Promise<void>;
}

export interface DatabaseLoad {
  /** Borrowed for a transaction or a write each. `waiting`: who waits to borrow one. */
  writes: { open: number; busy: number; most: number; waiting: number };
  /** `inFlight`: sent and not answered yet. */
  pipes: Record<'read' | 'one_plan' | 'commit', { open: number; inFlight: number }>;
}

const rawText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

export interface DatabaseOptions {
  connection: pg.ClientConfig;
  readConnections: number;
  writeConnections: number;
}

// One is written to disk while the next is being worked on.
const sharedCommitConnections = 2;

const timeouts = { connectionTimeoutMillis: 10_000, query_timeout: 10_000, keepAlive: true };

export function openDatabase(options: DatabaseOptions): Database {
  const connection = { ...options.connection, ...timeouts };
  const readPipes = new Pipes(connection, options.readConnections);
  const onePlanPipes = new Pipes(connection, options.readConnections, 'set plan_cache_mode = force_generic_plan');
  const commitPipes = new Pipes(connection, sharedCommitConnections);
  const sharedCommits = new SharedCommits(commitPipes);
  const writes = new pg.Pool({ ...connection, max: options.writeConnections, idleTimeoutMillis: 60_000 });
  writes.on('error', () => {}); // an idle connection died: the pool has dropped it already
  // One that dies while it is borrowed says so by itself, too: its query fails with it, the process must not.
  writes.on('connect', (client) => client.on('error', () => {}));
  const listener = new Listener({ ...connection, query_timeout: undefined });

  const borrowing = new Set<{ since: number }>();

  async function borrow(): Promise<pg.PoolClient> {
    const wait = { since: Date.now() };
    borrowing.add(wait);
    try {
      return await writes.connect();
    } catch (error) {
      throw translate(error);
    } finally {
      borrowing.delete(wait);
    }
  }

  async function writeTogether(statement: Statement, values: readonly Value[], lock: string): Promise<Row[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await sharedCommits.run(statement, values, lock)).map(decodeRow);
      } catch (error) {
        if (attempt >= 4 || !isRetryable(error)) throw translate(error);
      }
    }
  }

  async function write(statement: Statement, values: readonly Value[] = []): Promise<Row[]> {
    if (statement.lock !== undefined) return writeTogether(statement, values, statement.lock(values));
    const client = await borrow();
    try {
      const rows = await run(client, statement, values);
      client.release();
      return rows;
    } catch (error) {
      client.release(isConnectionLoss(error));
      throw translate(error);
    }
  }

  return {
    read: readsOver(readPipes, onePlanPipes),
    write: dbOf(write),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        const client = await borrow();
        try {
          await client.query('begin');
          const result = await work(transactionOn(client));
          await client.query('commit');
          client.release();
          return result;
        } catch (error) {
          const lost = isConnectionLoss(error) || !(await rolledBack(client));
          client.release(lost);
          if (attempt < 4 && isRetryable(error)) continue;
          throw translate(error);
        }
      }
    },
    listen: (channel, heard) => listener.listen(channel, heard),
    get hearing() {
      return listener.hearing;
    },
    queues: () => ({
      reads: [readPipes.queue, onePlanPipes.queue],
      // A set keeps the order in which they came: the first has waited longest.
      writes: [{ waiting: borrowing.size, since: borrowing.values().next().value?.since }, sharedCommits.queue],
    }),
    load() {
      const { totalCount: open, idleCount: idle, waitingCount: waiting } = writes;
      return {
        writes: { open, busy: open - idle, most: options.writeConnections, waiting },
        pipes: { read: loadOf(readPipes), one_plan: loadOf(onePlanPipes), commit: loadOf(commitPipes) },
      };
    },
    async close() {
      await Promise.all([readPipes.close(), onePlanPipes.close(), commitPipes.close(), writes.end(), listener.close()]);
    },
  };
}

const loadOf = ({ open, waiting }: Pipes) => ({ open, inFlight: waiting });

/** The same database, but everything goes through one transaction that is open already. */
export function withinTransaction(database: Database, tx: Tx): Database {
  return {
    read: tx,
    write: tx,
    transaction: (work) => work(tx),
    listen: (channel, heard) => database.listen(channel, heard),
    get hearing() {
      return database.hearing;
    },
    queues: () => database.queues(),
    load: () => database.load(),
    close: async () => {},
  };
}

async function run(client: pg.ClientBase, { name, text }: Statement, values: readonly Value[]): Promise<Row[]> {
  const query = { text, values: values as unknown[], rowMode: 'array' as const, types: rawText };
  const result = await client.query<Cell[]>(name === undefined ? query : { ...query, name });
  return result.rows;
}

function transactionOn(client: pg.ClientBase): Tx {
  return dbOf((statement, values = []) => run(client, statement, values)) as Tx;
}

function dbOf(rows: Db['rows']): Db {
  return { rows, rawRows: async (statement, values) => (await rows(statement, values)).map(encodeRow) };
}

async function rolledBack(client: pg.ClientBase): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}

/** Spreads reads over a few connections that send without waiting for the answer before. */
function readsOver(plannedEachTime: Pipes, plannedOnce: Pipes): Db {
  let next = 0;
  const rawRows = (statement: Statement, values: readonly Value[] = []): Promise<RawRow[]> => {
    const pipes = statement.onePlan === true ? plannedOnce : plannedEachTime;
    return pipes.send(next++ % pipes.size, [{ statement, values }]).then(onlyResult, refuse);
  };
  return { rawRows, rows: async (statement, values) => (await rawRows(statement, values)).map(decodeRow) };
}

const onlyResult = (results: RawRow[][]): RawRow[] => results[0] ?? [];

const pulseEvery = 10_000;

/** One connection that only listens, and comes back by itself. */
class Listener {
  readonly #connection: pg.ClientConfig;
  readonly #channels = new Map<string, (payload: string, lost: boolean) => void>();
  #client: pg.Client | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;
  hearing = false;

  constructor(connection: pg.ClientConfig) {
    this.#connection = connection;
    void this.#connect();
  }

  listen(channel: string, heard: (payload: string, lost: boolean) => void): void {
    this.#channels.set(channel, heard);
    if (this.hearing) void this.#client?.query(`listen ${channel}`).catch(() => this.#lost());
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#connection);
    this.#client = client;
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', (message) => {
      this.#channels.get(message.channel)?.(message.payload ?? '', false);
    });
    try {
      await client.connect();
      for (const channel of this.#channels.keys()) await client.query(`listen ${channel}`);
      this.hearing = true;
      this.#tellAll();
      this.#pulse = setInterval(() => void this.#feelPulse(client), pulseEvery).unref();
    } catch {
      this.#lost(client);
    }
  }

  /** A network that swallows everything looks like a database with nothing to say; so it is asked. */
  async #feelPulse(client: pg.Client): Promise<void> {
    const late = setTimeout(() => this.#lost(client), pulseEvery).unref();
    await client.query('select 1').catch(() => this.#lost(client));
    clearTimeout(late);
  }

  #lost(client = this.#client): void {
    if (client !== this.#client || this.#closed) return;
    clearInterval(this.#pulse);
    this.#client = undefined;
    this.hearing = false;
    this.#tellAll();
    void client?.end().catch(() => {});
    this.#retry = setTimeout(() => void this.#connect(), 250);
  }

  #tellAll(): void {
    for (const heard of this.#channels.values()) heard('', true);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.hearing = false;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    await this.#client?.end().catch(() => {});
  }
}

function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Deadlock and serialisation failure: the database asks to try again. */
function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AppError) return false;
  const state = sqlState(error);
  // 08 connection, 53 out of resources, 57P shutdown, 58 system error; no SQLSTATE at all: the socket itself.
  return state === undefined
    ? error instanceof Error && /connect|timeout|terminat|closed|socket|queryable/i.test(error.message)
    : /^(08|53|57P|58|E[A-Z])/.test(state);
}

function unavailable(cause?: unknown): AppError {
  return new AppError('DATABASE_UNAVAILABLE', 'The database cannot be reached just now. Please try again in a moment.', {
    retryAfterSeconds: 2,
    cause,
  });
}

function refuse(error: unknown): never {
  throw translate(error);
}

function translate(error: unknown): unknown {
  return isConnectionLoss(error) ? unavailable(error) : error;
}

/** The name of the constraint that refused a write, if one did. */
export function violatedConstraint(error: unknown): string | undefined {
  const state = sqlState(error);
  return state?.startsWith('23') === true ? (error as { constraint?: string }).constraint : undefined;
}
