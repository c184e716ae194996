import type pg from 'pg';
import { AppError } from '../../errors.ts';
import { markFailedRequest } from './database-errors.ts';
import type { PrimaryDiscovery } from './primary-discovery.ts';
import { PrimaryPool, runStatement } from './primary-pool.ts';
import { encodeRow, type RawRow } from './row.ts';
import type { Queue, Request, StatementPool, StatementPoolOptions } from './statement-pool.ts';

/** The plain driver: one statement at a time on each connection, with nothing but the public interface of `pg`. */
export class PlainPool implements StatementPool {
  readonly size: number;
  readonly isPipelined = false;
  readonly #pool: PrimaryPool;
  readonly #isPooled: boolean;
  /** A set keeps the order of insertion: the first was sent first. */
  readonly #inFlight = new Set<{ requests: number; since: number }>();

  constructor(servers: PrimaryDiscovery, size: number, { settings, pooled = false }: StatementPoolOptions = {}) {
    this.size = size;
    this.#isPooled = pooled;
    this.#pool = new PrimaryPool(servers, { maxConnections: size, settings });
  }

  get connected(): number {
    return this.#pool.load.open;
  }

  get queue(): Queue {
    let waiting = 0;
    for (const { requests } of this.#inFlight) waiting += requests;
    return { waiting, since: this.#inFlight.values().next().value?.since };
  }

  async send(_slot: number, requests: readonly Request[]): Promise<RawRow[][]> {
    const call = { requests: requests.length, since: performance.now() };
    this.#inFlight.add(call);
    let results: RawRow[][] = [];
    const sendAll = async (client: pg.ClientBase): Promise<RawRow[][]> => {
      results = [];
      for (const { statement, values } of requests) {
        results.push((await runStatement(client, statement, values, this.#isPooled)).map(encodeRow));
      }
      return results;
    };
    try {
      // A statement by itself is a transaction already.
      return await (requests.length === 1 ? this.#pool.run(sendAll) : this.#pool.transaction('begin', sendAll));
    } catch (error) {
      // As the pipelined driver does: the error of PostgreSQL itself, for callers to look at its code and to classify it.
      const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
      markFailedRequest(cause, results.length);
      throw cause;
    } finally {
      this.#inFlight.delete(call);
    }
  }

  isOpen(slot: number): boolean {
    return this.connected > slot;
  }

  async open(): Promise<void> {
    await this.#pool.run(async () => {});
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
