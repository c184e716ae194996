import { PipelineConnection, type PipelineOptions, type Request } from './pipeline-connection.ts';
import type { PrimaryDiscovery } from './primary-discovery.ts';
import type { RawRow } from './row.ts';

/** For statements whose best plan is the same whatever the values. */
export const genericPlanOptions: PipelineOptions = { settings: 'set plan_cache_mode = force_generic_plan' };

/** Who waits, and since when the first of them does, in milliseconds. */
export interface Queue {
  waiting: number;
  since: number | undefined;
}

/** PipelinePool to the database, opened when first needed and again after a loss. */
export class PipelinePool {
  readonly #servers: PrimaryDiscovery;
  readonly #options: PipelineOptions;
  readonly #pipes: (PipelineConnection | undefined)[];
  readonly #opening: (Promise<PipelineConnection> | undefined)[];
  #closed = false;

  constructor(servers: PrimaryDiscovery, size: number, options: PipelineOptions = {}) {
    this.#servers = servers;
    this.#options = options;
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

  get connected(): number {
    return this.#pipes.filter((pipe) => pipe !== undefined).length;
  }

  send(slot: number, requests: readonly Request[], atOnce = false): Promise<RawRow[][]> {
    return this.#pipes[slot]?.send(requests, atOnce) ?? this.#open(slot).then((pipe) => pipe.send(requests, atOnce));
  }

  #open(slot: number): Promise<PipelineConnection> {
    if (this.#closed) return Promise.reject(new Error('Connection closed'));
    const known = this.#opening[slot];
    if (known !== undefined) return known;
    // A dead connection speaks up more than once; by the second time another may have its slot.
    const forget = () => {
      if (this.#opening[slot] !== opening) return;
      this.#servers.doubt();
      this.#pipes[slot] = undefined;
      this.#opening[slot] = undefined;
    };
    const opening = this.#connect(forget);
    this.#opening[slot] = opening;
    opening.then((pipe) => {
      if (this.#opening[slot] === opening) this.#pipes[slot] = pipe;
    }, forget);
    return opening;
  }

  async #connect(lost: () => void): Promise<PipelineConnection> {
    return PipelineConnection.open(await this.#servers.find(), this.#options, lost);
  }

  isOpen(slot: number): boolean {
    return this.#pipes[slot] !== undefined;
  }

  async open(slot: number): Promise<void> {
    await this.#open(slot);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#opening.map(async (opening) => (await opening)?.close()));
  }
}
