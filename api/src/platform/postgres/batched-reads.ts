import type { PipelinePool } from './pipeline-pool.ts';
import type { RawRow, Value } from './row.ts';
import type { Statement } from './sql.ts';

/** More in one go would keep the first waiting for the last, and leave the other connections idle. */
const largest = 16;

interface Asked {
  statement: Statement;
  values: readonly Value[];
  resolve(rows: RawRow[]): void;
  reject(error: unknown): void;
}

/**
 * Short reads from many requests, asked together: those of one turn of the event loop go out in one go. Waking PostgreSQL, and
 * being woken by its answer, costs about as much as finding a row.
 */
export class BatchedReads {
  readonly #pipes: PipelinePool;
  #asked: Asked[] = [];
  #next = 0;

  constructor(pipes: PipelinePool) {
    this.#pipes = pipes;
  }

  run(statement: Statement, values: readonly Value[]): Promise<RawRow[]> {
    return new Promise((resolve, reject) => {
      if (this.#asked.push({ statement, values, resolve, reject }) === 1) setImmediate(this.#send);
    });
  }

  readonly #send = (): void => {
    const asked = this.#asked;
    this.#asked = [];
    for (let at = 0; at < asked.length; at += largest) {
      void this.#ask(this.#next++ % this.#pipes.size, at === 0 && asked.length <= largest ? asked : asked.slice(at, at + largest));
    }
  };

  async #ask(slot: number, batch: Asked[]): Promise<void> {
    try {
      const results = await this.#pipes.send(slot, batch, true);
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] ?? []);
    } catch (error) {
      // A refusal is one statement's; the others are asked again. Without one the connection is gone.
      const refused = batch.length > 1 && (error as { severity?: string }).severity === 'ERROR';
      for (const asked of batch) {
        if (refused) void this.#ask(slot, [asked]);
        else asked.reject(error);
      }
    }
  }
}
