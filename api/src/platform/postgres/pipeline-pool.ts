import { PipelineConnection } from './pipeline-connection.ts';
import type { PrimaryDiscovery } from './primary-discovery.ts';
import type { RawRow } from './row.ts';
import type { Queue, Request, StatementPool, StatementPoolOptions } from './statement-pool.ts';

/** The pipelined driver: a few connections, each with many statements in flight. */
export class PipelinePool implements StatementPool {
  readonly isPipelined = true;
  readonly #servers: PrimaryDiscovery;
  readonly #options: StatementPoolOptions;
  readonly #connections: (PipelineConnection | undefined)[];
  readonly #opening: (Promise<PipelineConnection> | undefined)[];
  #isClosed = false;

  constructor(servers: PrimaryDiscovery, size: number, options: StatementPoolOptions = {}) {
    this.#servers = servers;
    this.#options = options;
    this.#connections = new Array(size).fill(undefined);
    this.#opening = new Array(size).fill(undefined);
  }

  get size(): number {
    return this.#connections.length;
  }

  get queue(): Queue {
    let waiting = 0;
    let since: number | undefined;
    for (const connection of this.#connections) {
      if (connection === undefined) continue;
      waiting += connection.waiting;
      if (connection.oldest !== undefined && (since === undefined || connection.oldest < since)) since = connection.oldest;
    }
    return { waiting, since };
  }

  get connected(): number {
    return this.#connections.filter((connection) => connection !== undefined).length;
  }

  send(slot: number, requests: readonly Request[], atOnce = false): Promise<RawRow[][]> {
    return this.#connections[slot]?.send(requests, atOnce) ?? this.#open(slot).then((connection) => connection.send(requests, atOnce));
  }

  #open(slot: number): Promise<PipelineConnection> {
    if (this.#isClosed) return Promise.reject(new Error('Connection closed'));
    const known = this.#opening[slot];
    if (known !== undefined) return known;
    // A dead connection emits more than one event; by the second one, another connection may have its slot.
    const forget = () => {
      if (this.#opening[slot] !== opening) return;
      this.#servers.invalidatePrimary();
      this.#connections[slot] = undefined;
      this.#opening[slot] = undefined;
    };
    const opening = this.#connect(forget);
    this.#opening[slot] = opening;
    opening.then((connection) => {
      if (this.#opening[slot] === opening) this.#connections[slot] = connection;
    }, forget);
    return opening;
  }

  async #connect(onLost: () => void): Promise<PipelineConnection> {
    return PipelineConnection.open(await this.#servers.find(), this.#options, onLost);
  }

  isOpen(slot: number): boolean {
    return this.#connections[slot] !== undefined;
  }

  async open(slot: number): Promise<void> {
    await this.#open(slot);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#opening.map(async (opening) => (await opening)?.close()));
  }
}
