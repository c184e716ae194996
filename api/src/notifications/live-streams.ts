import type { FastifyReply, FastifyRequest } from 'fastify';
import { findLiveTokens } from '../accounts/valid-token-store.ts';
import { AppError, invalid } from '../errors.ts';
import { hashToken, type Principal, readCredentials, type TokenCache } from '../platform/http/auth.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { LiveStream, type ReadAfter } from './live-stream.ts';
import { changeChannel, latestNotification, notificationChannel } from './notification-store.ts';
import { releaseStreamLease, renewStreamLeases, takeStreamLease } from './stream-lease-store.ts';

export const maxStreamsPerUser = 10;
const checkEvery = 1000;
const renewEvery = 10_000;
const leaseSeconds = 30;

export interface LiveStreamsOptions {
  database: Database;
  tokens: TokenCache;
  clock: Clock;
  read: ReadAfter;
  /** Milliseconds between signs of life. */
  heartbeat: number;
}

/** Every stream that this process holds open. Each lasts no longer than the token it was opened with. */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #streams = new Map<string, Set<LiveStream>>();
  readonly #leases = new Map<LiveStream, string>();
  readonly #releasing = new Set<Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #checking = false;
  /** Until it is known which streams end, nothing is sent of other people's orders. */
  #checked = Promise.resolve();
  #checkAgain = false;
  #unsure = false;
  #closed = false;

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
    options.database.listen(notificationChannel, (userIds, lost) => {
      if (lost) for (const stream of this.#all()) stream.wake();
      else for (const id of userIds.split(',')) for (const stream of this.#streams.get(id) ?? []) stream.wake();
    });
    options.database.listen(changeChannel, (notice, lost) => {
      if (lost) for (const stream of this.#all()) stream.change(undefined);
      else void this.#checked.then(() => this.#announceChanges(notice));
    });
    options.tokens.whenForgotten(() => {
      this.#checked = Promise.all([this.#checked, this.#checkTokens()]).then(() => {});
    });
  }

  /** Answers with a stream that goes on until the client leaves or the token ends. */
  async open({ id: userId, role }: Principal, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { database, clock, read } = this.#options;
    const seen = lastSeen(request);
    const tokenHash = hashToken(readCredentials(request.headers)?.token ?? '').toString('hex');
    const stream = new LiveStream({ userId, tokenHash, role }, reply.raw, read);
    this.#add(stream);
    reply.raw.once('close', () => this.#remove(stream));
    try {
      const lease = await database.transaction((tx) => takeStreamLease(tx, userId, maxStreamsPerUser, leaseSeconds));
      if (lease === undefined) throw tooMany();
      this.#leases.set(stream, lease);
      // Gone while we asked: nobody else would give it back.
      if (reply.raw.destroyed) this.#remove(stream);
      // Among the streams first, so that nothing that happens from here on is missed.
      const [live, latest] = await Promise.all([
        findLiveTokens(database.read, [tokenHash], clock()),
        latestNotification(database.read, userId),
      ]);
      const token = live.get(tokenHash);
      // Also for a role that has just changed: the next attempt has the new one.
      if (token?.role !== role) throw new AppError('UNAUTHENTICATED', 'Please sign in again.');
      stream.expiresAt = token.expiresAt;
      reply.hijack();
      reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders });
      if (this.#closed) stream.end();
      // An id that we have not reached is none of ours: from the newest on, then.
      stream.start(seen === undefined || BigInt(seen) > BigInt(latest) ? latest : seen);
    } catch (error) {
      this.#remove(stream);
      throw error;
    }
  }

  /** How many are open. */
  get size(): number {
    return this.#all().length;
  }

  /** Ends every stream; clients come back by themselves, to whoever serves then. */
  close(): void {
    this.#closed = true;
    for (const stream of this.#all()) stream.end();
  }

  #all(): LiveStream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }

  #announceChanges(notice: string): void {
    for (const change of notice.split(';')) {
      const [orderId, ...people] = change.split(',');
      for (const stream of this.#all()) if (stream.isOffice || people.includes(stream.userId)) stream.change(orderId);
    }
  }

  #add(stream: LiveStream): void {
    const streams = this.#streams.get(stream.userId) ?? new Set();
    if (streams.size >= maxStreamsPerUser) throw tooMany();
    if (this.#streams.size === 0) this.#startTimers();
    this.#streams.set(stream.userId, streams.add(stream));
  }

  #remove(stream: LiveStream): void {
    stream.end();
    this.#release(stream);
    const streams = this.#streams.get(stream.userId);
    streams?.delete(stream);
    if (streams?.size === 0) this.#streams.delete(stream.userId);
    if (this.#streams.size === 0) for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  /** What cannot be given back lapses by itself. */
  #release(stream: LiveStream): void {
    const lease = this.#leases.get(stream);
    if (lease === undefined) return;
    this.#leases.delete(stream);
    const released = releaseStreamLease(this.#options.database.write, lease)
      .catch(() => {})
      .finally(() => this.#releasing.delete(released));
    this.#releasing.add(released);
  }

  /** After `close`: the user's next streams, at another process, are not counted beside these. */
  async closed(): Promise<void> {
    await Promise.all(this.#releasing);
  }

  #startTimers(): void {
    const { clock, database, heartbeat } = this.#options;
    const check = () => {
      const now = clock();
      for (const stream of this.#all()) {
        if (stream.expiresAt <= now) stream.end();
        else stream.retry();
      }
      if (this.#unsure) void this.#checkTokens();
    };
    const beat = () => {
      for (const stream of this.#all()) stream.beat();
    };
    const renew = () => void renewStreamLeases(database.write, [...this.#leases.values()], leaseSeconds).catch(() => {});
    this.#timers = [setInterval(check, checkEvery), setInterval(beat, heartbeat), setInterval(renew, renewEvery)].map((timer) =>
      timer.unref(),
    );
  }

  /** A token was revoked or a role changed: ends the streams that are not allowed any more. */
  async #checkTokens(): Promise<void> {
    const { database, clock } = this.#options;
    this.#checkAgain = true;
    if (this.#checking) return;
    this.#checking = true;
    try {
      while (this.#checkAgain) {
        this.#checkAgain = false;
        const streams = this.#all();
        if (streams.length === 0) break;
        const live = await findLiveTokens(database.read, [...new Set(streams.map(({ tokenHash }) => tokenHash))], clock());
        for (const stream of streams) if (live.get(stream.tokenHash)?.role !== stream.role) stream.end();
      }
      this.#unsure = false;
    } catch {
      this.#unsure = true;
    }
    this.#checking = false;
  }
}

const tooMany = () =>
  new AppError('TOO_MANY_STREAMS', `You have ${maxStreamsPerUser} streams open. Please close one first.`, { retryAfterSeconds: 10 });

const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no', connection: 'close' };

function lastSeen(request: FastifyRequest): string | undefined {
  const given = request.headers['last-event-id'];
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string' || !/^\d{1,19}$/.test(given))
    throw invalid({ path: 'Last-Event-ID', message: 'must be the id of an event' });
  return given;
}
