import pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import { BatchedReads } from './batched-reads.ts';
import { isRetryable, isUnavailable, toCallerError } from './database-errors.ts';
import { answerInTime, batchSessionLimits, beginWithLimits, clientTimeoutMs, sessionLimits } from './database-limits.ts';
import { GroupCommit } from './group-commit.ts';
import { genericPlanOptions, PipelinePool, type Queue } from './pipeline-pool.ts';
import { isUnresponsive, PrimaryDiscovery } from './primary-discovery.ts';
import { Replica } from './replica.ts';
import { type Cell, decodeRow, encodeRow, type RawRow, type Row, type Value } from './row.ts';
import { SocketRegistry } from './socket-registry.ts';
import type { Statement } from './sql.ts';

export { violatedConstraint } from './database-errors.ts';
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
  /** There with a replica: what `work` reads may come from it, and is no older than from the primary. */
  fromReplica?<T>(work: () => Promise<T>): Promise<T>;
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
  /** A pooler is in between that gives each transaction another connection (PgBouncer's transaction mode). */
  pooled?: boolean | undefined;
  /** Past the pooler, for what needs a connection of its own. */
  direct?: pg.ClientConfig | undefined;
  /** A server that follows the primary and answers lists. */
  replica?: pg.ClientConfig | undefined;
  log?: Log;
  /** Once it is set, nobody waits for a server that says nothing. */
  stopping?: AbortSignal | undefined;
}

// One is written to disk while the next is being worked on.
const sharedCommitConnections = 2;

// Networks forget connections on which nothing is said for some minutes.
const timeouts = {
  connectionTimeoutMillis: clientTimeoutMs,
  query_timeout: clientTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
};
/** Milliseconds for saying goodbye, and between looks whether a server still answers while the service stops. */
const longestGoodbye = 3000;
const silenceCheckEvery = 1000;

export function openDatabase(options: DatabaseOptions): Database {
  const { readConnections, pooled = false, stopping } = options;
  const sockets = new SocketRegistry();
  const reach = { ...timeouts, stream: sockets.open };
  const servers = new PrimaryDiscovery({ ...options.connection, ...reach });
  const listener = new Listener(options.direct === undefined ? servers : new PrimaryDiscovery({ ...options.direct, ...reach }), sockets);
  const readPipes = new PipelinePool(servers, readConnections, { pooled });
  // What a pooler hands out has no settings of ours, and without names everything is planned for its values.
  const onePlanPipes = pooled ? readPipes : new PipelinePool(servers, readConnections, genericPlanOptions);
  const commitPipes = new PipelinePool(servers, sharedCommitConnections, pooled ? { pooled } : { settings: batchSessionLimits });
  const sharedCommits = new GroupCommit(commitPipes, pooled);
  const read = readsOver(readPipes, onePlanPipes);
  const replica =
    options.replica && new Replica(new PrimaryDiscovery({ ...options.replica, ...reach }), readConnections, read.rows, options.log);
  class PrimaryClient extends pg.Client {
    constructor() {
      super({ ...servers.current, query_timeout: 0 }); // answerInTime() instead
    }
  }
  const writes = new pg.Pool({ ...timeouts, Client: PrimaryClient, max: options.writeConnections, idleTimeoutMillis: 60_000 });
  writes.on('error', () => servers.doubt()); // an idle connection died: the pool has dropped it already
  // One that dies while it is borrowed says so by itself, too: its query fails with it, the process must not.
  writes.on('connect', (client) => {
    client.on('error', () => servers.doubt());
    // Sent before anything else; when it fails, so does what follows.
    if (!pooled) client.query(sessionLimits).catch(() => {});
  });

  const borrowing = new Set<{ since: number }>();

  async function borrow(): Promise<pg.PoolClient> {
    const wait = { since: performance.now() };
    borrowing.add(wait);
    try {
      await servers.find();
      return await writes.connect();
    } catch (error) {
      servers.doubt();
      throw toCallerError(error);
    } finally {
      borrowing.delete(wait);
    }
  }

  async function write(statement: Statement, values: readonly Value[] = []): Promise<Row[]> {
    const { lock } = statement;
    if (lock !== undefined) {
      const key = lock(values);
      return retrying(async () => (await sharedCommits.run(statement, values, key).catch(refuse)).map(decodeRow));
    }
    // A statement by itself would have no time limits behind a pooler.
    if (pooled) return transaction((tx) => tx.rows(statement, values));
    return retrying(async () => {
      const client = await borrow();
      try {
        const rows = await run(client, statement, values, pooled);
        client.release();
        return rows;
      } catch (error) {
        giveUp(client, isUnavailable(error));
        throw error;
      }
    });
  }

  function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return retrying(async () => {
      const client = await borrow();
      try {
        await ask(client, pooled ? beginWithLimits : 'begin');
        const result = await work(transactionOn(client, pooled));
        await ask(client, 'commit');
        client.release();
        return result;
      } catch (error) {
        giveUp(client, isUnavailable(error) || !(await rolledBack(client)));
        throw error;
      }
    });
  }

  let closed = false;
  let wasSilent = false;

  /** Whoever waits is told at once that there is no database: better than being cut off when time is up. */
  async function cutIfSilent(): Promise<void> {
    while (!closed) {
      const { heard } = sockets;
      // One that is short of time may be slow to let anyone in, but goes on answering those who are.
      if ((await isUnresponsive(servers.current)) && sockets.heard === heard) break;
      await new Promise((resolve) => setTimeout(resolve, silenceCheckEvery).unref());
    }
    if (closed) return;
    wasSilent = true;
    sockets.cut();
  }
  stopping?.addEventListener('abort', () => void cutIfSilent(), { once: true });

  function giveUp(client: pg.PoolClient, lost: boolean): void {
    client.release(lost);
    if (lost) servers.doubt();
  }

  return {
    read: replica === undefined ? read : preferring(replica, read),
    write: dbOf(write),
    ...(replica && { fromReplica: (work) => replica.scope(work) }),
    transaction,
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
      const late = setTimeout(() => sockets.cut(), longestGoodbye);
      await Promise.all([readPipes.close(), onePlanPipes.close(), commitPipes.close(), writes.end(), listener.close(), replica?.close()]);
      clearTimeout(late);
      closed = true;
      if (wasSilent)
        throw new Error(
          'PostgreSQL did not answer: what was asked of it was given up, and what waits to be told is told after the next start.',
        );
    },
  };
}

const loadOf = ({ connected, queue }: PipelinePool) => ({ open: connected, inFlight: queue.waiting });

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

async function run(client: pg.ClientBase, { name, text }: Statement, values: readonly Value[], pooled: boolean): Promise<Row[]> {
  const query = { text, values: values as unknown[], rowMode: 'array' as const, types: rawText };
  const result = await ask(client, name === undefined || pooled ? query : { ...query, name });
  return result.rows;
}

/** Every query on a borrowed connection: its errors are told apart from those of other libraries here. */
async function ask(client: pg.ClientBase, query: string | pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Cell[]>> {
  try {
    return await answerInTime(client.query<Cell[]>(query as pg.QueryArrayConfig));
  } catch (error) {
    throw toCallerError(error);
  }
}

const mostAttempts = 8;
const firstDelayMs = 10;

/** Deadlocks should not happen, as locks are taken in one order. Those that do are tried again a few times, at different moments. */
async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (n >= mostAttempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * firstDelayMs * 2 ** n));
    }
  }
}

function transactionOn(client: pg.ClientBase, pooled: boolean): Tx {
  return dbOf((statement, values = []) => run(client, statement, values, pooled)) as Tx;
}

function dbOf(rows: Db['rows']): Db {
  return { rows, rawRows: async (statement, values) => (await rows(statement, values)).map(encodeRow) };
}

async function rolledBack(client: pg.ClientBase): Promise<boolean> {
  try {
    await ask(client, 'rollback');
    return true;
  } catch {
    return false;
  }
}

/** Spreads reads over a few connections that send without waiting for the answer before. */
function readsOver(plannedEachTime: PipelinePool, plannedOnce: PipelinePool): Db {
  const short = new BatchedReads(plannedOnce);
  let next = 0;
  const rawRows = (statement: Statement, values: readonly Value[] = []): Promise<RawRow[]> =>
    statement.short === true
      ? short.run(statement, values).catch(refuse)
      : plannedEachTime.send(next++ % plannedEachTime.size, [{ statement, values }]).then(onlyResult, refuse);
  return { rawRows, rows: async (statement, values) => (await rawRows(statement, values)).map(decodeRow) };
}

function preferring(replica: Replica, primary: Db): Db {
  const rawRows = async (statement: Statement, values: readonly Value[] = []): Promise<RawRow[]> =>
    (await replica.rawRows(statement, values)) ?? primary.rawRows(statement, values);
  return { rawRows, rows: async (statement, values) => (await rawRows(statement, values)).map(decodeRow) };
}

const onlyResult = (results: RawRow[][]): RawRow[] => results[0] ?? [];

const listenerCheckEvery = 5000;

/** One connection that only listens, and comes back by itself. */
class Listener {
  readonly #servers: PrimaryDiscovery;
  readonly #sockets: SocketRegistry;
  readonly #channels = new Map<string, (payload: string, lost: boolean) => void>();
  #client: pg.Client | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  #check: NodeJS.Timeout | undefined;
  #subscribed: Promise<void> = Promise.resolve();
  hearing = false;

  constructor(servers: PrimaryDiscovery, sockets: SocketRegistry) {
    this.#servers = servers;
    this.#sockets = sockets;
    void this.#connect();
  }

  listen(channel: string, heard: (payload: string, lost: boolean) => void): void {
    this.#channels.set(channel, heard);
    if (!this.hearing) return;
    const client = this.#client;
    // One after the other: `pg` wants a query to end before the next is sent.
    this.#subscribed = this.#subscribed
      .then(() => client?.query(`listen ${channel}`))
      .then(
        () => undefined,
        () => this.#lost(client),
      );
  }

  async #connect(): Promise<void> {
    let client: pg.Client | undefined;
    try {
      const connection = await this.#servers.find();
      if (this.#closed) return;
      client = new pg.Client(connection);
      this.#client = client;
      client.on('error', () => this.#lost(client));
      client.on('end', () => this.#lost(client));
      client.on('notification', (message) => {
        this.#channels.get(message.channel)?.(message.payload ?? '', false);
      });
      await client.connect();
      for (const channel of this.#channels.keys()) await client.query(`listen ${channel}`);
      this.hearing = true;
      this.#keepChecking(client);
      this.#tellAll();
    } catch {
      this.#lost(client);
    }
  }

  /**
   * A machine without power closes no connection: who only listens would wait for it for hours. Others on which nothing came
   * meanwhile are as dead, and whoever used one next would find out by waiting in vain.
   */
  #keepChecking(client: pg.Client): void {
    this.#check = setTimeout(() => {
      const cutSilent = this.#sockets.watch();
      client.query('select 1').then(
        () => client === this.#client && this.#keepChecking(client),
        (error: Error) => {
          if (/timeout/i.test(error.message)) cutSilent();
          this.#lost(client);
        },
      );
    }, listenerCheckEvery);
    this.#check.unref();
  }

  #lost(client = this.#client): void {
    if (client !== this.#client || this.#closed) return;
    this.#client = undefined;
    this.hearing = false;
    clearTimeout(this.#check);
    this.#servers.doubt();
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
    clearTimeout(this.#check);
    await this.#client?.end().catch(() => {});
  }
}

function refuse(error: unknown): never {
  throw toCallerError(error);
}
