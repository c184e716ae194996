import type pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import { groupCommitConnections, searchConnections } from './connection-counts.ts';
import { isRetryable, toCallerError } from './database-errors.ts';
import { batchSessionLimits, beginWithLimits, clientTimeoutMs, sessionLimits } from './database-limits.ts';
import { GroupCommit } from './group-commit.ts';
import { type NotificationHandler, NotificationListener } from './notification-listener.ts';
import { PipelinePool } from './pipeline-pool.ts';
import { PlainPool } from './plain-pool.ts';
import { isUnresponsive, PrimaryDiscovery } from './primary-discovery.ts';
import { PrimaryPool, runStatement } from './primary-pool.ts';
import { longReads, ReadQueue, shortReads } from './read-queue.ts';
import { ReadSnapshot } from './read-snapshot.ts';
import { Replica } from './replica.ts';
import { decodeRow, encodeRow, type RawRow, type Row, type Value } from './row.ts';
import { SearchLane } from './search-lane.ts';
import { SocketRegistry } from './socket-registry.ts';
import type { Statement } from './sql.ts';
import { type Driver, genericPlanOptions, type OpenStatementPool, type Queue, type StatementPool } from './statement-pool.ts';

export { violatedConstraint } from './database-errors.ts';
export { type Cell, RawRow, type Row, type Value } from './row.ts';

export interface Db {
  rows(statement: Statement, values?: readonly Value[]): Promise<Row[]>;
  /** For rows that are only written to a response. */
  rawRows(statement: Statement, values?: readonly Value[]): Promise<RawRow[]>;
}

declare const inTransaction: unique symbol;
/** A connection inside BEGIN … COMMIT. What must not run outside a transaction takes a Tx, not a Db. */
export interface Tx extends Db {
  readonly [inTransaction]: true;
}

export interface Database {
  /** Reads, on a few connections. */
  readonly read: Db;
  /** The same outside of any snapshot: for what other callers share. */
  readonly current: Db;
  /** A single statement that writes; it is committed when the promise resolves. */
  readonly write: Db;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads of a search, on connections of their own. When the signal is aborted, the running statement is cancelled. */
  search<T>(signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Reads of `work`, searches included, show one moment: they share a transaction on one connection, so none may wait for anything but the
   * database. A snapshot ends after some seconds with OVERLOADED, since old row versions are kept for it.
   */
  snapshot<T>(work: () => Promise<T>): Promise<T>;
  /** Only with a replica: reads of `work` may use it, and are as recent as reads from the primary. */
  fromReplica?<T>(work: () => Promise<T>): Promise<T>;
  /** Calls the handler for each NOTIFY on a channel, and with `mayHaveMissed` whenever some may be lost. */
  listen(channel: string, handler: NotificationHandler): void;
  /** True while notifications arrive. Caches that rely on them are valid only then. */
  readonly isListening: boolean;
  /** Requests that wait: for the result of a read, for a connection to write on. */
  queues(): { reads: Queue[]; writes: Queue[] };
  load(): DatabaseLoad;
  close(): Promise<void>;
}

export interface DatabaseLoad {
  driver: Driver;
  /** Connections borrowed for a transaction or a write each. `waiting`: borrowers that wait for one. */
  writes: { open: number; busy: number; most: number; waiting: number };
  /** `inFlight`: statements that are not answered yet, sent or in the queue of reads. */
  pipes: Record<'read' | 'one_plan' | 'commit' | 'search', { open: number; inFlight: number }>;
}

export interface DatabaseOptions {
  connection: pg.ClientConfig;
  readConnections: number;
  writeConnections: number;
  driver?: Driver | undefined;
  /** A pooler is in between that gives each transaction another connection (PgBouncer's transaction mode). */
  pooled?: boolean | undefined;
  /** Past the pooler, for what needs a connection of its own. */
  direct?: pg.ClientConfig | undefined;
  /** A server that follows the primary and answers lists. */
  replica?: pg.ClientConfig | undefined;
  log?: Log;
  /** Once it is aborted, requests do not wait for a silent server. */
  stopping?: AbortSignal | undefined;
}

// Networks drop connections that are silent for some minutes.
const timeouts = {
  connectionTimeoutMillis: clientTimeoutMs,
  query_timeout: clientTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
};
const closeTimeoutMs = 3000;
const silenceCheckIntervalMs = 1000;

const openers: Record<Driver, OpenStatementPool> = {
  pipeline: (servers, size, options) => new PipelinePool(servers, size, options),
  pool: (servers, size, options) => new PlainPool(servers, size, options),
};

export function openDatabase(options: DatabaseOptions): Database {
  const { readConnections, pooled = false, stopping, driver = 'pipeline' } = options;
  const openPool = openers[driver];
  const sockets = new SocketRegistry();
  const reach = { ...timeouts, stream: sockets.open };
  const servers = new PrimaryDiscovery({ ...options.connection, ...reach });
  const listener = new NotificationListener(
    options.direct === undefined ? servers : new PrimaryDiscovery({ ...options.direct, ...reach }),
    sockets,
  );
  const readPool = openPool(servers, readConnections, { pooled });
  // Connections of a pooler have no settings of ours, and statements without a name are planned for their values.
  const onePlanPool = pooled ? readPool : openPool(servers, readConnections, genericPlanOptions);
  const commitPool = openPool(servers, groupCommitConnections, pooled ? { pooled } : { settings: batchSessionLimits });
  const queues = readPool.isPipelined
    ? { long: new ReadQueue(readPool, longReads), short: new ReadQueue(onePlanPool, shortReads) }
    : undefined;
  const read = queues === undefined ? unqueuedReads(readPool, onePlanPool) : queuedReads(queues);
  const searches = new SearchLane(servers, { connections: searchConnections, pooled, read });
  const replica =
    options.replica &&
    new Replica(new PrimaryDiscovery({ ...options.replica, ...reach }), openPool, readConnections, read.rows, options.log);
  const writes = new PrimaryPool(servers, {
    maxConnections: options.writeConnections,
    settings: pooled ? undefined : sessionLimits,
  });
  const snapshots = new ReadSnapshot(writes, pooled);
  const groupCommit = new GroupCommit(commitPool, {
    pooled,
    maxLockWaits: Math.max(1, Math.floor(options.writeConnections / 4)),
    sendAlone: async (statement, values) => (await writeAlone(statement, values)).map(encodeRow),
  });

  function writeAlone(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const work = (client: pg.ClientBase) => runStatement(client, statement, values, pooled);
    // A statement by itself would have no time limits behind a pooler.
    return pooled ? writes.transaction(beginWithLimits, work) : writes.run(work);
  }

  async function write(statement: Statement, values: readonly Value[] = []): Promise<Row[]> {
    const { lock } = statement;
    if (lock !== undefined) {
      const key = lock(values);
      return retryConflicts(async () => (await groupCommit.run(statement, values, key).catch(rethrowForCaller)).map(decodeRow));
    }
    return retryConflicts(() => writeAlone(statement, values));
  }

  function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return retryConflicts(() =>
      writes.transaction(pooled ? beginWithLimits : 'begin', (client) =>
        work(dbOf((statement, values = []) => runStatement(client, statement, values, pooled)) as Tx),
      ),
    );
  }

  let isClosed = false;
  let wasSilent = false;

  /** Waiting requests are answered 503 at once, instead of being cut off when the time to stop is up. */
  async function destroyIfSilent(): Promise<void> {
    while (!isClosed) {
      const { bytesRead } = sockets;
      // A busy server may be slow to accept a new connection while it still answers on the others.
      if ((await isUnresponsive(servers.current)) && sockets.bytesRead === bytesRead) break;
      await new Promise((resolve) => setTimeout(resolve, silenceCheckIntervalMs).unref());
    }
    if (isClosed) return;
    wasSilent = true;
    sockets.destroyAll();
  }
  stopping?.addEventListener('abort', () => void destroyIfSilent(), { once: true });

  return {
    read: snapshots.prefer(replica === undefined ? read : preferReplica(replica, read)),
    current: read,
    write: dbOf(write),
    snapshot: (work) => snapshots.run(work),
    ...(replica && { fromReplica: (work) => replica.scope(work) }),
    transaction,
    search: (signal, work) => snapshots.search(work) ?? searches.run(signal, work),
    listen: (channel, handler) => listener.listen(channel, handler),
    get isListening() {
      return listener.isListening;
    },
    queues: () => ({
      reads: [readPool.queue, onePlanPool.queue, ...(queues === undefined ? [] : [queues.long.queue, queues.short.queue])],
      writes: [writes.queue, groupCommit.queue],
    }),
    load: () => ({
      driver,
      writes: writes.load,
      pipes: {
        read: loadOf(readPool, queues?.long),
        one_plan: loadOf(onePlanPool, queues?.short),
        commit: loadOf(commitPool),
        search: loadOf(searches),
      },
    }),
    async close() {
      const late = setTimeout(() => sockets.destroyAll(), closeTimeoutMs);
      if (queues !== undefined) await Promise.all([queues.long.drained(), queues.short.drained()]);
      const pools = new Set([readPool, onePlanPool, commitPool, searches, writes, listener, ...(replica === undefined ? [] : [replica])]);
      await Promise.all([...pools].map((pool) => pool.close()));
      clearTimeout(late);
      isClosed = true;
      if (wasSilent)
        throw new Error(
          'PostgreSQL did not answer: open statements were given up, and pending notifications are sent after the next start.',
        );
    },
  };
}

const loadOf = ({ connected, queue }: Pick<StatementPool, 'connected' | 'queue'>, before?: ReadQueue) => ({
  open: connected,
  inFlight: queue.waiting + (before?.queue.waiting ?? 0),
});

/** The same database, but everything goes through one transaction that is open already. */
export function withinTransaction(database: Database, tx: Tx): Database {
  return {
    read: tx,
    current: tx,
    write: tx,
    transaction: (work) => work(tx),
    search: (_signal, work) => work(tx),
    snapshot: (work) => work(),
    listen: (channel, handler) => database.listen(channel, handler),
    get isListening() {
      return database.isListening;
    },
    queues: () => database.queues(),
    load: () => database.load(),
    close: async () => {},
  };
}

const maxAttempts = 8;
const firstDelayMs = 10;

/** Deadlocks should not happen, as locks are taken in one order. A few retries with back-off and jitter cover those that do. */
async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (n >= maxAttempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * firstDelayMs * 2 ** n));
    }
  }
}

function dbOf(rows: Db['rows']): Db {
  return { rows, rawRows: async (statement, values) => (await rows(statement, values)).map(encodeRow) };
}

function rawDbOf(rawRows: Db['rawRows']): Db {
  return { rawRows, rows: async (statement, values) => (await rawRows(statement, values)).map(decodeRow) };
}

/** With the pipelined driver: short reads in batches on connections with generic plans, all others one by one. */
function queuedReads({ long, short }: { long: ReadQueue; short: ReadQueue }): Db {
  return rawDbOf((statement, values = []) => (statement.short === true ? short : long).run(statement, values).catch(rethrowForCaller));
}

/** The plain driver has its own queue for connections, and a batch would be a transaction. */
function unqueuedReads(plannedEachTime: StatementPool, plannedOnce: StatementPool): Db {
  return rawDbOf((statement, values = []) =>
    (statement.short === true ? plannedOnce : plannedEachTime).send(0, [{ statement, values }]).then(firstResult).catch(rethrowForCaller),
  );
}

function preferReplica(replica: Replica, primary: Db): Db {
  return rawDbOf(async (statement, values = []) => (await replica.rawRows(statement, values)) ?? primary.rawRows(statement, values));
}

const firstResult = (results: RawRow[][]): RawRow[] => results[0] ?? [];

function rethrowForCaller(error: unknown): never {
  throw toCallerError(error);
}
