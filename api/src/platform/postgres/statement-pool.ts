import type { PrimaryDiscovery } from './primary-discovery.ts';
import type { RawRow, Value } from './row.ts';
import type { Statement } from './sql.ts';

/** How statements travel to PostgreSQL: pipelined on the sockets of `pg`, or one at a time on the connections of a `pg.Pool`. */
export const drivers = ['pipeline', 'pool'] as const;
export type Driver = (typeof drivers)[number];

export interface Request {
  statement: Statement;
  values: readonly Value[];
}

/** Number of waiting requests, and the time (performance.now) since when the first of them waits. */
export interface Queue {
  waiting: number;
  since: number | undefined;
}

export interface StatementPoolOptions {
  /** A statement that a new connection runs first. */
  settings?: string;
  /** A pooler may give each transaction another connection, so nothing stays prepared. */
  pooled?: boolean;
}

/** For statements with the same best plan for all values. */
export const genericPlanOptions: StatementPoolOptions = { settings: 'set plan_cache_mode = force_generic_plan' };

/** Up to `size` connections, opened on demand and again after a loss. Both drivers implement it and pass the same tests. */
export interface StatementPool {
  readonly size: number;
  /** True if several statements sent in one call cost one round trip. */
  readonly isPipelined: boolean;
  readonly connected: number;
  /** Statements that were sent, or wait for a connection, and are not answered yet. */
  readonly queue: Queue;
  /**
   * The statements of one call are one transaction: all of them take effect, or none. `slot` is the connection of a pipelined pool;
   * a plain pool takes any. `atOnce`: do not wait for other calls of this turn of the event loop.
   */
  send(slot: number, requests: readonly Request[], atOnce?: boolean): Promise<RawRow[][]>;
  isOpen(slot: number): boolean;
  open(slot: number): Promise<void>;
  /** Lets sent statements finish. */
  close(): Promise<void>;
}

export type OpenStatementPool = (servers: PrimaryDiscovery, size: number, options?: StatementPoolOptions) => StatementPool;
