import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Principal } from '../http/auth.ts';
import type { Database } from '../postgres/database.ts';
import type { Clock } from '../time/clock.ts';
import { isOwnNetwork, networkOf } from './network.ts';
import { Counts } from './rate-limit-counts.ts';
import { type Limit, type RateLimitSizes, remaining, secondsLeft, wholeAddress, windowSeconds } from './rate-limit-rules.ts';
import { RateLimitSync } from './rate-limit-sync.ts';

const mostNetworks = 5000;

interface Gate {
  counts: Counts;
  sparesOwnNetwork: boolean;
  policy: string;
}

export interface RateLimiterOptions {
  database: Database;
  clock: Clock;
  sizes: RateLimitSizes;
  /** Whether forwarded addresses are believed. If not, whoever comes from our own network is one of us, or a proxy that we were not told of. */
  trustsProxy: boolean;
}

/** How much each user and each address may ask, over all processes on one database. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #trustsProxy: boolean;
  readonly #user: Gate | undefined;
  readonly #address: Gate | undefined;
  readonly #whole: Gate | undefined;
  readonly #exchange: RateLimitSync;
  readonly #networks = new Map<string, string>();

  constructor({ database, clock, sizes, trustsProxy }: RateLimiterOptions) {
    this.#clock = clock;
    this.#trustsProxy = trustsProxy;
    this.#user = gate('user', sizes.user);
    this.#address = gate('address', sizes.address);
    this.#whole = gate('address-total', sizes.address && wholeAddress(sizes.address));
    const kinds = [this.#user, this.#address, this.#whole].flatMap((known) => (known === undefined ? [] : [known.counts]));
    this.#exchange = new RateLimitSync(database, clock, kinds);
  }

  /** Before it is known who asks. Nothing is said of this limit until it refuses: what neighbours do is nobody's business. */
  takeFromAddress(request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    if (this.#whole === undefined) return undefined;
    const network = this.#networkOf(request.ip ?? '');
    return this.#take(this.#whole, network, network, reply, false);
  }

  /** Once it is known who asks: the user, or an address without one. */
  takeFrom(principal: Principal | undefined, request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    const own = principal === undefined ? this.#address : this.#user;
    if (own === undefined) return undefined;
    const network = this.#networkOf(request.ip ?? '');
    return this.#take(own, principal?.id ?? network, network, reply, true);
  }

  #take(
    { counts, sparesOwnNetwork, policy }: Gate,
    key: string,
    network: string,
    reply: FastifyReply,
    shown: boolean,
  ): AppError | undefined {
    if (sparesOwnNetwork && !this.#trustsProxy && isOwnNetwork(network)) return undefined;
    const now = this.#clock().getTime();
    const count = counts.at(key, now);
    const taken = counts.take(key, count, now);
    if (counts.untold.size > 0) this.#exchange.wake();
    if (taken && !shown) return undefined;
    const seconds = secondsLeft(count, now);
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"${counts.name}";r=${remaining(count, counts.most)};t=${seconds}`);
    if (taken) return undefined;
    return new AppError('TOO_MANY_REQUESTS', `More than ${counts.most} requests within a minute. Please wait ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  }

  /** Taking an IPv6 address apart costs more than all the rest, and most come again. */
  #networkOf(address: string): string {
    if (!address.includes(':')) return networkOf(address);
    let network = this.#networks.get(address);
    if (network === undefined) {
      network = networkOf(address);
      if (this.#networks.size >= mostNetworks) this.#networks.clear();
      if (address.length < 100) this.#networks.set(address, network);
    }
    return network;
  }

  close(): Promise<void> {
    return this.#exchange.close();
  }
}

function gate(name: string, limit: Limit | undefined): Gate | undefined {
  if (limit === undefined) return undefined;
  const { most, sparesOwnNetwork } = limit;
  return { counts: new Counts(name, most), sparesOwnNetwork, policy: `"${name}";q=${most};w=${windowSeconds}` };
}
