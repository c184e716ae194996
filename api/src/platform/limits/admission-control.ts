import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../errors.ts';
import type { TrustedProxies } from '../config/config.ts';
import type { Principal } from '../http/auth.ts';
import type { Route } from '../http/route.ts';
import type { Database } from '../postgres/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Clock } from '../time/clock.ts';
import { defaultLoadShedding, LoadShedder, type LoadSheddingOptions } from './load-shedding.ts';
import { isEssential, type Priority, priorityOf } from './load-shedding-rules.ts';
import { defaultLimits, type RateLimits } from './rate-limit-rules.ts';
import { RateLimiter } from './rate-limiter.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted by the rate limits. */
    isRateLimited?: boolean;
    priority?: Priority;
    /** The response has no end (server-sent events). */
    isStream?: boolean;
  }
}

/** Further connections are closed at once: each costs memory, even without a request. */
export const maxConnections = 10_000;

/** Webhooks of the payment provider are exempt: they are signed, and sent in bursts from few addresses. */
export const isRateLimited = (route: Pick<Route, 'path' | 'tag'>): boolean =>
  route.path.startsWith('/api/') && route.tag !== 'pages' && !isEssential(route) && !route.path.startsWith('/api/payment/webhook/');

export const admissionConfigOf = (route: Route): { isRateLimited: boolean; priority: Priority; isStream: boolean } => ({
  isRateLimited: isRateLimited(route),
  priority: priorityOf(route),
  isStream: route.contentType === 'text/event-stream',
});

export interface AdmissionControlOptions {
  database: Database;
  clock: Clock;
  log: Log;
  trustProxy: TrustedProxies;
  limits?: RateLimits | undefined;
  overload?: LoadSheddingOptions | undefined;
}

/** Decides whether a request is accepted: load shedding first, then rate limits. */
export class AdmissionControl {
  readonly #rateLimiter: RateLimiter;
  readonly #loadShedder: LoadShedder;

  constructor({ database, clock, log, trustProxy, limits = defaultLimits, overload = defaultLoadShedding }: AdmissionControlOptions) {
    this.#rateLimiter = new RateLimiter({ database, clock, limits, trustsProxy: trustProxy !== false });
    this.#loadShedder = new LoadShedder(database, log, overload);
  }

  start(): void {
    this.#loadShedder.start();
  }

  /** Before the request is authenticated. Returns the error to answer with, or undefined. */
  admit(request: FastifyRequest, reply: FastifyReply, config: FastifyContextConfig): AppError | undefined {
    const overloaded = this.#loadShedder.reject(request, reply, config);
    return overloaded ?? (this.#isRateLimited(request, config) ? this.#rateLimiter.countAddress(request, reply) : undefined);
  }

  /** Once the user is known. Returns the error to answer with, or undefined. */
  count(
    principal: Principal | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    config: FastifyContextConfig,
  ): AppError | undefined {
    return this.#isRateLimited(request, config) ? this.#rateLimiter.countUser(principal, request, reply) : undefined;
  }

  /** Unknown paths below /api/ are counted as well. */
  #isRateLimited(request: FastifyRequest, { isRateLimited }: FastifyContextConfig): boolean {
    return isRateLimited ?? request.raw.url?.startsWith('/api/') ?? false;
  }

  async close(): Promise<void> {
    this.#loadShedder.stop();
    await this.#rateLimiter.close();
  }
}
