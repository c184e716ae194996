import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Database } from '../postgres/database.ts';
import type { Queue } from '../postgres/statement-pool.ts';
import type { Log } from '../telemetry/log.ts';
import {
  defaultThresholds,
  type LoadSample,
  type LoadThresholds,
  nextLevel,
  type Priority,
  priority,
  type QueueLoad,
  type SheddingLevel,
} from './load-shedding-rules.ts';

export interface LoadSheddingOptions {
  thresholds: LoadThresholds;
  sampleIntervalMs: number;
}

export const defaultLoadShedding: LoadSheddingOptions = { thresholds: defaultThresholds, sampleIntervalMs: 500 };

/** Rejects requests of low priority under overload. Accepted requests are finished. */
export class LoadShedder {
  readonly #database: Database;
  readonly #log: Log;
  readonly #options: LoadSheddingOptions;
  #timer: NodeJS.Timeout | undefined;
  #sampledAt = 0;
  #level: SheddingLevel = 0;
  #inFlight = 0;
  #rejected = 0;
  #rejectedAtLastSample = 0;
  #isOverloadLogged = false;

  constructor(database: Database, log: Log, options: LoadSheddingOptions) {
    this.#database = database;
    this.#log = log;
    this.#options = options;
  }

  start(): void {
    this.#sampledAt = performance.now();
    this.#timer = setInterval(() => this.#sample(), this.#options.sampleIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The error to answer with; undefined if the request is accepted: then it is in flight until its response is closed. */
  reject(request: FastifyRequest, reply: FastifyReply, config: FastifyContextConfig): AppError | undefined {
    const declared: Priority = config.priority ?? priority.write;
    if (declared === priority.essential) return undefined;
    const isSearch =
      declared === priority.list && this.#isShed(priority.expensive) && (request.query as { search?: unknown }).search !== undefined;
    if (isSearch || this.#isShed(declared)) return this.#overloadedError();
    if (config.isStream === true) return undefined;
    this.#inFlight++;
    reply.raw.on('close', this.#onResponseClosed);
    return undefined;
  }

  #isShed(requested: Exclude<Priority, typeof priority.essential>): boolean {
    return requested <= this.#level || this.#inFlight >= this.#options.thresholds.inFlight[requested];
  }

  readonly #onResponseClosed = (): void => {
    this.#inFlight--;
  };

  /** Retry-After varies, so that clients do not all return in the same second. */
  #overloadedError(): AppError {
    const retryAfterSeconds = 2 + (this.#rejected++ % 4);
    return new AppError('OVERLOADED', 'The service is overloaded. Please try again in a moment.', {
      retryAfterSeconds,
    });
  }

  #sample(): void {
    const now = performance.now();
    const loop = { waiting: this.#inFlight, longestWaitMs: Math.round(now - this.#sampledAt - this.#options.sampleIntervalMs) };
    this.#sampledAt = now;
    const { reads, writes } = this.#database.queues();
    const sample: LoadSample = { loop, reads: sumOf(reads), writes: sumOf(writes) };
    this.#level = nextLevel(this.#level, sample, this.#options.thresholds);
    this.#logChange(sample);
  }

  /** Logs only the beginning and the end of an overload. */
  #logChange(sample: LoadSample): void {
    const isOverloaded = this.#level > 0 || this.#rejected > this.#rejectedAtLastSample;
    this.#rejectedAtLastSample = this.#rejected;
    if (isOverloaded === this.#isOverloadLogged) return;
    this.#isOverloadLogged = isOverloaded;
    if (isOverloaded) {
      this.#log.warn({ ...sample }, 'Overloaded: rejecting requests of low priority.');
    } else {
      this.#log.warn({ rejected: this.#rejected }, 'No longer overloaded: accepting all requests.');
      this.#rejected = 0;
      this.#rejectedAtLastSample = 0;
    }
  }
}

function sumOf(queues: readonly Queue[]): QueueLoad {
  const now = performance.now();
  let [waiting, longestWaitMs] = [0, 0];
  for (const queue of queues) {
    waiting += queue.waiting;
    if (queue.since !== undefined) longestWaitMs = Math.max(longestWaitMs, now - queue.since);
  }
  return { waiting, longestWaitMs };
}
