import { AsyncLocalStorage } from 'node:async_hooks';
import { SingleFlight } from '../concurrency/single-flight.ts';
import type { Log } from '../telemetry/log.ts';
import type { PrimaryDiscovery } from './primary-discovery.ts';
import type { RawRow, Row, Value } from './row.ts';
import { type Statement, statement } from './sql.ts';
import { genericPlanOptions, type OpenStatementPool, type StatementPool } from './statement-pool.ts';

/** A read waits this long for the replica to catch up; then the primary answers it. */
const catchUpTimeoutMs = 50;
const catchUpCheckIntervalMs = 5;
/** After a failure or a lag, reads do not use the replica for this long. */
const backOffMs = 1000;

// All commits that were acknowledged are before this position. Without synchronous commits they may not even be flushed yet.
const positionStatement = statement(
  'primary_position',
  `select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end,
          ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::integer,
          (select system_identifier from pg_control_system())`,
);

// Only a replica of this primary counts: after a promotion, positions on another timeline belong to another history.
const reachedStatement = statement(
  'replica_has_reached',
  `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
          and (select timeline_id from pg_control_checkpoint()) = $2::integer
          and (select system_identifier from pg_control_system()) = $3::bigint`,
);

type Position = [lsn: string, timeline: string, system: string];
type Read = (statement: Statement) => Promise<Row[]>;

/**
 * A server that follows the primary. It answers a read only after it has replayed everything that the primary had committed when
 * the read began, so no read misses a write of any process. When it cannot, the primary answers.
 */
export class Replica {
  // One connection each: the position is checked on the connection that reads, as several servers may be behind the address.
  readonly #pools: StatementPool[];
  readonly #onePlanPools: StatementPool[];
  readonly #position: SingleFlight<Position>;
  readonly #scope = new AsyncLocalStorage<true>();
  readonly #log: Log | undefined;
  #next = 0;
  #backOffUntil = 0;
  #isHealthy = true;

  constructor(servers: PrimaryDiscovery, openPool: OpenStatementPool, size: number, readPrimary: Read, log: Log | undefined) {
    this.#log = log;
    this.#pools = Array.from({ length: size }, () => openPool(servers, 1));
    this.#onePlanPools = Array.from({ length: size }, () => openPool(servers, 1, genericPlanOptions));
    this.#position = new SingleFlight(async () => (await readPrimary(positionStatement))[0] as unknown as Position);
  }

  /** Reads of `work` may use the replica. */
  scope<T>(work: () => Promise<T>): Promise<T> {
    return this.#scope.run(true, work);
  }

  /** undefined: read from the primary. */
  async rawRows(statement: Statement, values: readonly Value[]): Promise<RawRow[] | undefined> {
    if (this.#scope.getStore() === undefined || Date.now() < this.#backOffUntil) return undefined;
    const pools = statement.short === true ? this.#onePlanPools : this.#pools;
    const pool = pools[this.#next++ % pools.length] as StatementPool;
    // A read does not wait for a connection, which may take long.
    if (!pool.isOpen(0)) {
      pool.open(0).catch((error: unknown) => this.#backOff(error));
      return undefined;
    }
    try {
      const position = await this.#position.run();
      const deadline = Date.now() + catchUpTimeoutMs;
      const hasCaughtUp = () =>
        isTrueInTime(deadline - Date.now(), pool.send(0, [{ statement: reachedStatement, values: position }]).then(isTrue));
      for (;;) {
        const caughtUp = hasCaughtUp();
        const rows = pool.send(0, [{ statement, values }]);
        rows.catch(() => {});
        if (await caughtUp) {
          this.#markHealthy();
          return (await rows)[0] ?? [];
        }
        do {
          if (Date.now() + catchUpCheckIntervalMs > deadline) {
            this.#backOff('it is behind, or no replica of this primary');
            return undefined;
          }
          await new Promise((resolve) => setTimeout(resolve, catchUpCheckIntervalMs));
        } while (!(await hasCaughtUp()));
      }
    } catch (error) {
      // 40001: its replay has cancelled the query; the next one may succeed. Other errors cause a back-off.
      if ((error as { code?: unknown }).code !== '40001') this.#backOff(error);
      return undefined;
    }
  }

  #backOff(reason: unknown): void {
    this.#backOffUntil = Date.now() + backOffMs;
    if (this.#isHealthy) this.#log?.warn(`The primary answers for the replica: ${reason instanceof Error ? reason.message : reason}.`);
    this.#isHealthy = false;
  }

  #markHealthy(): void {
    if (!this.#isHealthy) this.#log?.info('The replica answers again.');
    this.#isHealthy = true;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools, ...this.#onePlanPools].map((pool) => pool.close()));
  }
}

const isTrue = ([rows]: RawRow[][]): boolean => rows?.[0]?.cells[0] === 't';

/** false, if there is no answer in time. */
function isTrueInTime(timeoutMs: number, answer: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), Math.max(0, timeoutMs));
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
