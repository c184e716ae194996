import { isTimeLimit } from './database-errors.ts';
import { batchDeadlineStatement, batchLimitsStatement } from './database-limits.ts';
import type { Request } from './pipeline-connection.ts';
import type { PipelinePool, Queue } from './pipeline-pool.ts';
import type { RawRow, Value } from './row.ts';
import type { Statement } from './sql.ts';

const largest = 16;
const longestStandstill = 8000;
const longestWait = 30_000;

interface Asked {
  statement: Statement;
  values: readonly Value[];
  lock: string;
  since: number;
  resolve(rows: RawRow[]): void;
  reject(error: unknown): void;
}

/**
 * Single statements from many requests, committed together: while one transaction is being written to disk, those
 * that come meanwhile wait and make up the next. A commit costs a write to disk and two switches between
 * processes, however much is in it. Nobody is answered before the commit.
 */
export class GroupCommit {
  readonly #pipes: PipelinePool;
  readonly #before: readonly Request[];
  readonly #idle: number[];
  #asked: Asked[] = [];
  #starting = false;
  #watch: NodeJS.Timeout | undefined;
  #movedAt = 0;

  /** `pooled`: each transaction may have another connection, so it sets its own time limits. */
  constructor(pipes: PipelinePool, pooled: boolean) {
    this.#pipes = pipes;
    this.#before = pooled ? [{ statement: batchLimitsStatement, values: [] }] : [];
    this.#idle = Array.from({ length: pipes.size }, (_, slot) => slot);
  }

  get queue(): Queue {
    return { waiting: this.#asked.length, since: this.#asked[0]?.since };
  }

  /** `lock` names what the statement locks first: transactions take locks in that order, so none waits crosswise. */
  run(statement: Statement, values: readonly Value[], lock: string): Promise<RawRow[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ statement, values, lock, since: performance.now(), resolve, reject });
      this.#watch ??= setInterval(() => this.#giveUp(), 1000).unref();
      if (this.#starting) return;
      this.#starting = true;
      setImmediate(() => {
        this.#starting = false;
        this.#start();
      });
    });
  }

  /** Nobody waits without end, and a long line that moves is no standstill. What has not been sent has not happened. */
  #giveUp(): void {
    const now = performance.now();
    const longest = this.#movedAt < now - longestStandstill ? longestStandstill : longestWait;
    const inTime = this.#asked.findIndex(({ since }) => since > now - longest);
    const given = this.#asked.splice(0, inTime === -1 ? this.#asked.length : inTime);
    for (const { reject } of given) reject(new Error('timeout while waiting for a connection'));
    if (this.#asked.length > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #start(): void {
    while (this.#asked.length > 0 && this.#idle.length > 0) {
      const slot = this.#idle.pop() as number;
      const batch = this.#asked.slice(0, largest).sort((a, b) => (a.lock < b.lock ? -1 : a.lock > b.lock ? 1 : 0));
      this.#asked = this.#asked.slice(largest);
      void this.#commit(slot, batch).finally(() => {
        this.#idle.push(slot);
        this.#giveUp();
        this.#start();
      });
    }
  }

  async #commit(slot: number, batch: Asked[]): Promise<void> {
    try {
      const after = batch.length > 1 ? [{ statement: batchDeadlineStatement, values: [] }] : [];
      const results = await this.#pipes.send(slot, [...this.#before, ...batch, ...after]);
      this.#movedAt = performance.now();
      for (const [at, { resolve }] of batch.entries()) resolve(results[this.#before.length + at] ?? []);
    } catch (error) {
      // A refusal undoes the whole transaction: then each on its own, so that only the one at fault fails; unless it was for the
      // time, which each would take again.
      // Without a refusal the connection is gone, and whether it was committed nobody knows.
      const refused = batch.length > 1 && (error as { severity?: string }).severity === 'ERROR' && !isTimeLimit(error);
      for (const asked of batch) {
        if (refused) await this.#commit(slot, [asked]);
        else asked.reject(error);
      }
    }
  }
}
