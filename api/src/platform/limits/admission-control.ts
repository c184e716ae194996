import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../errors.ts';
import type { TrustedProxies } from '../config/config.ts';
import type { Principal } from '../http/auth.ts';
import type { Route } from '../http/route.ts';
import type { Database } from '../postgres/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Clock } from '../time/clock.ts';
import { defaultLoadShedding, LoadShedder, type LoadSheddingOptions } from './load-shedding.ts';
import { isEssential, type Priority, priorityOf } from './load-shedding-rules.ts';
import { defaultLimits, type RateLimitSizes } from './rate-limit-rules.ts';
import { RateLimiter } from './rate-limiter.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted against the limits of its user or address. */
    limited?: boolean;
    worth?: Priority;
    /** Answers for as long as the client stays. */
    lasting?: boolean;
  }
}

/** More connections than this are cut at once; each costs memory, even one that says nothing. */
export const maxConnections = 10_000;

/** The payment provider calls from few addresses, in bursts, and signs what it says. */
export const isLimited = (route: Pick<Route, 'path' | 'tag'>): boolean =>
  route.path.startsWith('/api/') && route.tag !== 'pages' && !isEssential(route) && !route.path.startsWith('/api/payment/webhook/');

export const admissionConfigOf = (route: Route): { limited: boolean; worth: Priority; lasting: boolean } => ({
  limited: isLimited(route),
  worth: priorityOf(route),
  lasting: route.contentType === 'text/event-stream',
});

export interface AdmissionControlOptions {
  database: Database;
  clock: Clock;
  log: Log;
  trustProxy: TrustedProxies;
  limits?: RateLimitSizes | undefined;
  overload?: LoadSheddingOptions | undefined;
}

/** Whether a request is taken at all: by what the service can do, and by how much its sender has asked already. */
export class AdmissionControl {
  readonly #limits: RateLimiter;
  readonly #overload: LoadShedder;

  constructor({ database, clock, log, trustProxy, limits = defaultLimits, overload = defaultLoadShedding }: AdmissionControlOptions) {
    this.#limits = new RateLimiter({ database, clock, sizes: limits, trustsProxy: trustProxy !== false });
    this.#overload = new LoadShedder(database, log, overload);
  }

  start(): void {
    this.#overload.start();
  }

  /** First of all, before anything is read or looked up. */
  meet(request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    const refusal = this.#overload.refuse(request, reply);
    return refusal ?? (this.#counts(request) ? this.#limits.takeFromAddress(request, reply) : undefined);
  }

  /** As soon as it is known who asks. */
  count(principal: Principal | undefined, request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    return this.#counts(request) ? this.#limits.takeFrom(principal, request, reply) : undefined;
  }

  /** An address that no route has counts, too, if it looks like one of the API. */
  #counts(request: FastifyRequest): boolean {
    return request.routeOptions.config.limited ?? request.raw.url?.startsWith('/api/') ?? false;
  }

  async close(): Promise<void> {
    this.#overload.stop();
    await this.#limits.close();
  }
}
