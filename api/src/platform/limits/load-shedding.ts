import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Database } from '../postgres/database.ts';
import type { Queue } from '../postgres/pipeline-pool.ts';
import type { Log } from '../telemetry/log.ts';
import {
  type Bounds,
  defaultBounds,
  type Level,
  type LoadSample,
  nextLevel,
  type Priority,
  type Wait,
  worth,
} from './load-shedding-rules.ts';

export interface LoadSheddingOptions {
  bounds: Bounds;
  /** Milliseconds between looks. */
  every: number;
}

export const defaultLoadShedding: LoadSheddingOptions = { bounds: defaultBounds, every: 500 };

/** Turns away what can wait when there is more to do than can be done. What was accepted is finished. */
export class LoadShedder {
  readonly #database: Database;
  readonly #log: Log;
  readonly #options: LoadSheddingOptions;
  #timer: NodeJS.Timeout | undefined;
  #lookedAt = 0;
  #level: Level = 0;
  #inFlight = 0;
  #turnedAway = 0;
  #turnedAwayBefore = 0;
  #told = false;

  constructor(database: Database, log: Log, options: LoadSheddingOptions) {
    this.#database = database;
    this.#log = log;
    this.#options = options;
  }

  start(): void {
    this.#lookedAt = performance.now();
    this.#timer = setInterval(() => this.#look(), this.#options.every).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A refusal, or undefined: then it counts as accepted until it is answered. */
  refuse(request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    const { config } = request.routeOptions;
    const declared: Priority = config.worth ?? worth.write;
    if (declared === worth.vital) return undefined;
    const searches = declared === worth.list && this.#isTooMuch(worth.dear) && (request.query as { search?: unknown }).search !== undefined;
    if (searches || this.#isTooMuch(declared)) return this.#refusal();
    if (config.lasting === true) return undefined;
    this.#inFlight++;
    reply.raw.on('close', this.#answered);
    return undefined;
  }

  #isTooMuch(asked: Exclude<Priority, typeof worth.vital>): boolean {
    return asked <= this.#level || this.#inFlight >= this.#options.bounds.inFlight[asked];
  }

  readonly #answered = (): void => {
    this.#inFlight--;
  };

  /** Not all told to come back in the same second. */
  #refusal(): AppError {
    const retryAfterSeconds = 2 + (this.#turnedAway++ % 4);
    return new AppError('OVERLOADED', 'There is more to do than can be done just now. Please try again in a moment.', {
      retryAfterSeconds,
    });
  }

  #look(): void {
    const now = performance.now();
    const loop = { waiting: this.#inFlight, longest: Math.round(now - this.#lookedAt - this.#options.every) };
    this.#lookedAt = now;
    const { reads, writes } = this.#database.queues();
    const signs: LoadSample = { loop, reads: together(reads), writes: together(writes) };
    this.#level = nextLevel(this.#level, signs, this.#options.bounds);
    this.#tell(signs);
  }

  /** Says when it began and when it ended, and nothing in between. */
  #tell(signs: LoadSample): void {
    const tooMuch = this.#level > 0 || this.#turnedAway > this.#turnedAwayBefore;
    this.#turnedAwayBefore = this.#turnedAway;
    if (tooMuch === this.#told) return;
    this.#told = tooMuch;
    if (tooMuch) {
      this.#log.warn({ ...signs }, 'Overloaded: what can wait is turned away until this is worked off.');
    } else {
      this.#log.warn({ turnedAway: this.#turnedAway }, 'No longer overloaded: everything is taken again.');
      this.#turnedAway = 0;
      this.#turnedAwayBefore = 0;
    }
  }
}

function together(queues: readonly Queue[]): Wait {
  const now = performance.now();
  let [waiting, longest] = [0, 0];
  for (const queue of queues) {
    waiting += queue.waiting;
    if (queue.since !== undefined) longest = Math.max(longest, now - queue.since);
  }
  return { waiting, longest };
}
