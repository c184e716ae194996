import type pg from 'pg';
import { Pipe, type Request } from './pipe.ts';
import type { RawRow } from './row.ts';

/** Who waits, and since when the first of them does, in milliseconds. */
export interface Queue {
  waiting: number;
  since: number | undefined;
}

/** Pipes to the database, opened when first needed and again after a loss. */
export class Pipes {
  readonly #connection: pg.ClientConfig;
  readonly #settings: string | undefined;
  readonly #pipes: (Pipe | undefined)[];
  readonly #opening: (Promise<Pipe> | undefined)[];
  #closed = false;

  /** `settings`: what to say to the server when a connection is new. */
  constructor(connection: pg.ClientConfig, size: number, settings?: string) {
    this.#connection = connection;
    this.#settings = settings;
    this.#pipes = new Array(size).fill(undefined);
    this.#opening = new Array(size).fill(undefined);
  }

  get size(): number {
    return this.#pipes.length;
  }

  get queue(): Queue {
    let waiting = 0;
    let since: number | undefined;
    for (const pipe of this.#pipes) {
      if (pipe === undefined) continue;
      waiting += pipe.waiting;
      if (pipe.oldest !== undefined && (since === undefined || pipe.oldest < since)) since = pipe.oldest;
    }
    return { waiting, since };
  }

  get open(): number {
    return this.#pipes.filter((pipe) => pipe !== undefined).length;
  }

  /** Sent and not answered yet. */
  get waiting(): number {
    return this.#pipes.reduce((sum, pipe) => sum + (pipe?.waiting ?? 0), 0);
  }

  send(slot: number, requests: readonly Request[]): Promise<RawRow[][]> {
    return this.#pipes[slot]?.send(requests) ?? this.#open(slot).then((pipe) => pipe.send(requests));
  }

  #open(slot: number): Promise<Pipe> {
    if (this.#closed) return Promise.reject(new Error('Connection closed'));
    const known = this.#opening[slot];
    if (known !== undefined) return known;
    // A dead connection speaks up more than once; by the second time another may have its slot.
    const forget = () => {
      if (this.#opening[slot] !== opening) return;
      this.#pipes[slot] = undefined;
      this.#opening[slot] = undefined;
    };
    const opening = Pipe.open(this.#connection, this.#settings, forget);
    this.#opening[slot] = opening;
    opening.then((pipe) => {
      if (this.#opening[slot] === opening) this.#pipes[slot] = pipe;
    }, forget);
    return opening;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#opening.map(async (opening) => (await opening)?.close()));
  }
}
