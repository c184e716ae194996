import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Principal } from '../http/auth.ts';
import type { Database } from '../postgres/database.ts';
import type { Clock } from '../time/clock.ts';
import { isPrivateNetwork, networkOf } from './network.ts';
import { RateLimitCounters } from './rate-limit-counters.ts';
import {
  addressTotalLimit,
  defaultLimit,
  type RateLimit,
  type RateLimits,
  remainingRequests,
  secondsUntilReset,
  windowSeconds,
} from './rate-limit-rules.ts';
import { RateLimitSync } from './rate-limit-sync.ts';

const maxCachedNetworks = 5000;

interface Limiter {
  counters: RateLimitCounters;
  exemptsPrivateNetworks: boolean;
  /** Value of the RateLimit-Policy header. */
  policy: string;
}

export interface RateLimiterOptions {
  database: Database;
  clock: Clock;
  limits: RateLimits;
  /** Whether forwarded addresses are trusted. If not, a private address is a local user or a proxy that is not configured. */
  trustsProxy: boolean;
}

/** Rate limits per user and per address, shared by all processes on one database. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #trustsProxy: boolean;
  readonly #user: Limiter | undefined;
  readonly #address: Limiter | undefined;
  readonly #addressTotal: Limiter | undefined;
  /** Each API key has a limit of its own, without exemptions. */
  readonly #apiKey = new RateLimitCounters('key', defaultLimit.maxRequests);
  readonly #sync: RateLimitSync;
  readonly #networks = new Map<string, string>();

  constructor({ database, clock, limits, trustsProxy }: RateLimiterOptions) {
    this.#clock = clock;
    this.#trustsProxy = trustsProxy;
    this.#user = limiter('user', limits.user);
    this.#address = limiter('address', limits.address);
    this.#addressTotal = limiter('address-total', limits.address && addressTotalLimit(limits.address));
    const allCounters = [this.#user, this.#address, this.#addressTotal].flatMap((known) => (known === undefined ? [] : [known.counters]));
    this.#sync = new RateLimitSync(database, clock, [...allCounters, this.#apiKey]);
  }

  /** Before authentication. Headers show this limit only when it rejects: its count includes other users of the address. */
  countAddress(request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    if (this.#addressTotal === undefined) return undefined;
    const network = this.#networkOf(request.ip ?? '');
    return this.#count(this.#addressTotal, network, network, reply, false);
  }

  /** After authentication: the limit of the API key or of the user, or of the address if there is no user. */
  countUser(principal: Principal | undefined, request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    const { apiKey } = principal ?? {};
    if (apiKey !== undefined) {
      const { id, requestsPerMinute: maxRequests } = apiKey;
      return this.#countWithin(this.#apiKey, id, maxRequests, policyOf(this.#apiKey.name, maxRequests), reply, true);
    }
    const limiter = principal === undefined ? this.#address : this.#user;
    if (limiter === undefined) return undefined;
    const network = this.#networkOf(request.ip ?? '');
    return this.#count(limiter, principal?.id ?? network, network, reply, true);
  }

  #count(
    { counters, exemptsPrivateNetworks, policy }: Limiter,
    key: string,
    network: string,
    reply: FastifyReply,
    showsHeaders: boolean,
  ): AppError | undefined {
    if (exemptsPrivateNetworks && !this.#trustsProxy && isPrivateNetwork(network)) return undefined;
    return this.#countWithin(counters, key, counters.maxRequests, policy, reply, showsHeaders);
  }

  #countWithin(
    counters: RateLimitCounters,
    key: string,
    maxRequests: number,
    policy: string,
    reply: FastifyReply,
    showsHeaders: boolean,
  ): AppError | undefined {
    const now = this.#clock().getTime();
    const count = counters.get(key, now);
    const isCounted = counters.count(key, count, now, maxRequests);
    if (counters.unsynced.size > 0) this.#sync.schedule();
    if (isCounted && !showsHeaders) return undefined;
    const seconds = secondsUntilReset(count, now);
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"${counters.name}";r=${remainingRequests(count, maxRequests)};t=${seconds}`);
    if (isCounted) return undefined;
    return new AppError('TOO_MANY_REQUESTS', `More than ${maxRequests} requests within a minute. Please wait ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  }

  /** Cached, because parsing an IPv6 address costs more than the rest of the limiter. */
  #networkOf(address: string): string {
    if (!address.includes(':')) return networkOf(address);
    let network = this.#networks.get(address);
    if (network === undefined) {
      network = networkOf(address);
      if (this.#networks.size >= maxCachedNetworks) this.#networks.clear();
      if (address.length < 100) this.#networks.set(address, network);
    }
    return network;
  }

  close(): Promise<void> {
    return this.#sync.close();
  }
}

function limiter(name: string, limit: RateLimit | undefined): Limiter | undefined {
  if (limit === undefined) return undefined;
  const { maxRequests, exemptsPrivateNetworks } = limit;
  return {
    counters: new RateLimitCounters(name, maxRequests),
    exemptsPrivateNetworks,
    policy: policyOf(name, maxRequests),
  };
}

const policyOf = (name: string, maxRequests: number): string => `"${name}";q=${maxRequests};w=${windowSeconds}`;
