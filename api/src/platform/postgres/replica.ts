import { AsyncLocalStorage } from 'node:async_hooks';
import { SingleFlight } from '../concurrency/single-flight.ts';
import type { Log } from '../telemetry/log.ts';
import { genericPlanOptions, PipelinePool } from './pipeline-pool.ts';
import type { PrimaryDiscovery } from './primary-discovery.ts';
import type { RawRow, Row, Value } from './row.ts';
import { type Statement, statement } from './sql.ts';

/** Milliseconds that a read waits for the replica before the primary answers it. */
const patience = 50;
const lookEvery = 5;
/** Milliseconds without a question to a replica that was away or behind. */
const rest = 1000;

// Everything that anyone has been told is committed lies before this. Without synchronous commits it may not even be written yet.
const positionStatement = statement(
  'primary_position',
  `select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end,
          ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::integer,
          (select system_identifier from pg_control_system())`,
);

// Only a replica of this very primary counts: positions on another timeline, after a promotion, are of another history.
const reachedStatement = statement(
  'replica_has_reached',
  `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
          and (select timeline_id from pg_control_checkpoint()) = $2::integer
          and (select system_identifier from pg_control_system()) = $3::bigint`,
);

type Position = [lsn: string, timeline: string, system: string];
type Read = (statement: Statement) => Promise<Row[]>;

/**
 * A server that follows the primary. It answers a read only once it has replayed all that the primary had committed when the
 * read began, so nobody misses a write, their own or another's, whichever process took it. When it cannot, it says so, and the
 * primary answers.
 */
export class Replica {
  readonly #pipes: PipelinePool;
  readonly #onePlanPipes: PipelinePool;
  readonly #position: SingleFlight<Position>;
  readonly #scope = new AsyncLocalStorage<true>();
  readonly #log: Log | undefined;
  #next = 0;
  #restsUntil = 0;
  #isWell = true;

  constructor(servers: PrimaryDiscovery, size: number, readPrimary: Read, log: Log | undefined) {
    this.#log = log;
    this.#pipes = new PipelinePool(servers, size);
    this.#onePlanPipes = new PipelinePool(servers, size, genericPlanOptions);
    this.#position = new SingleFlight(async () => (await readPrimary(positionStatement))[0] as unknown as Position);
  }

  /** What `work` reads may come from here. */
  scope<T>(work: () => Promise<T>): Promise<T> {
    return this.#scope.run(true, work);
  }

  /** undefined: ask the primary. */
  async rawRows(statement: Statement, values: readonly Value[]): Promise<RawRow[] | undefined> {
    if (this.#scope.getStore() === undefined || Date.now() < this.#restsUntil) return undefined;
    const pipes = statement.short === true ? this.#onePlanPipes : this.#pipes;
    const slot = this.#next++ % pipes.size;
    // Nobody waits for a connection: it may be a long time in coming.
    if (!pipes.isOpen(slot)) {
      pipes.open(slot).catch((error: unknown) => this.#rest(error));
      return undefined;
    }
    try {
      const position = await this.#position.run();
      const deadline = Date.now() + patience;
      // On one connection, because there may be several servers behind the address.
      const reached = () =>
        within(deadline - Date.now(), pipes.send(slot, [{ statement: reachedStatement, values: position }]).then(isTrue));
      for (;;) {
        const checked = reached();
        const rows = pipes.send(slot, [{ statement, values }]);
        rows.catch(() => {});
        if (await checked) {
          this.#feelsWell();
          return (await rows)[0] ?? [];
        }
        do {
          if (Date.now() + lookEvery > deadline) {
            this.#rest('it is behind, or no replica of this primary');
            return undefined;
          }
          await new Promise((resolve) => setTimeout(resolve, lookEvery));
        } while (!(await reached()));
      }
    } catch (error) {
      // Its replay may have cancelled the query; then the next one is welcome again. Anything else is a reason to leave it alone.
      if ((error as { code?: unknown }).code !== '40001') this.#rest(error);
      return undefined;
    }
  }

  #rest(why: unknown): void {
    this.#restsUntil = Date.now() + rest;
    if (this.#isWell) this.#log?.warn(`The primary answers for the replica: ${why instanceof Error ? why.message : why}.`);
    this.#isWell = false;
  }

  #feelsWell(): void {
    if (!this.#isWell) this.#log?.info('The replica answers again.');
    this.#isWell = true;
  }

  async close(): Promise<void> {
    await Promise.all([this.#pipes.close(), this.#onePlanPipes.close()]);
  }
}

const isTrue = ([rows]: RawRow[][]): boolean => rows?.[0]?.cells[0] === 't';

/** false, if there is no answer in time. */
function within(milliseconds: number, answer: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), Math.max(0, milliseconds));
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
