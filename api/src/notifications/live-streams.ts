import type { FastifyReply, FastifyRequest } from 'fastify';
import { findLiveTokens } from '../accounts/valid-token-store.ts';
import { AppError, invalid } from '../errors.ts';
import { hashToken, type Principal, readCredentials, type TokenCache } from '../platform/http/auth.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { LiveStream, type ReadAfter } from './live-stream.ts';
import { changeChannel, latestNotification, notificationChannel } from './notification-store.ts';
import { acquireStreamLease, releaseStreamLease, renewStreamLeases } from './stream-lease-store.ts';

export const maxStreamsPerUser = 10;
const checkIntervalMs = 1000;
const renewIntervalMs = 10_000;
const leaseSeconds = 30;

export interface LiveStreamsOptions {
  database: Database;
  tokens: TokenCache;
  clock: Clock;
  read: ReadAfter;
  /** Interval of heartbeats in milliseconds. */
  heartbeat: number;
}

/** All open streams of this process. A stream ends at the latest when its token expires. */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #streams = new Map<string, Set<LiveStream>>();
  readonly #leases = new Map<LiveStream, string>();
  readonly #releasing = new Set<Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #checking = false;
  /** Order changes wait for it, so that none is sent with a revoked token. */
  #checked = Promise.resolve();
  #checkAgain = false;
  #checkFailed = false;
  #closed = false;

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
    options.database.listen(notificationChannel, (userIds, lost) => {
      if (lost) for (const stream of this.#all()) stream.wake();
      else for (const id of userIds.split(',')) for (const stream of this.#streams.get(id) ?? []) stream.wake();
    });
    options.database.listen(changeChannel, (notice, lost) => {
      if (lost) for (const stream of this.#all()) stream.change(undefined);
      else void this.#checked.then(() => this.#sendChanges(notice));
    });
    options.tokens.onInvalidate(() => {
      this.#checked = Promise.all([this.#checked, this.#checkTokens()]).then(() => {});
    });
  }

  /** Responds with a stream that stays open until the client disconnects or the token ends. */
  async open({ id: userId, role }: Principal, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { database, clock, read } = this.#options;
    const lastEventId = readLastEventId(request);
    const tokenHash = hashToken(readCredentials(request.headers)?.token ?? '').toString('hex');
    const stream = new LiveStream({ userId, tokenHash, role }, reply.raw, read);
    this.#add(stream);
    reply.raw.once('close', () => this.#remove(stream));
    try {
      const lease = await database.transaction((tx) => acquireStreamLease(tx, userId, maxStreamsPerUser, leaseSeconds));
      if (lease === undefined) throw tooManyStreams();
      this.#leases.set(stream, lease);
      // The client disconnected meanwhile: its close handler ran before there was a lease to release.
      if (reply.raw.destroyed) this.#remove(stream);
      // Read after the stream was registered, so that no notification is missed.
      const [live, latest] = await Promise.all([
        findLiveTokens(database.read, [tokenHash], clock()),
        latestNotification(database.read, userId),
      ]);
      const token = live.get(tokenHash);
      // Also if the role has just changed: the next attempt uses the new one.
      if (token?.role !== role) throw new AppError('UNAUTHENTICATED', 'Please sign in again.');
      stream.expiresAt = token.expiresAt;
      reply.hijack();
      reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders });
      if (this.#closed) stream.end();
      // An id above the latest is invalid: start from the latest.
      stream.start(lastEventId === undefined || BigInt(lastEventId) > BigInt(latest) ? latest : lastEventId);
    } catch (error) {
      this.#remove(stream);
      throw error;
    }
  }

  /** Number of open streams. */
  get size(): number {
    return this.#all().length;
  }

  /** Ends all streams; clients reconnect by themselves. */
  close(): void {
    this.#closed = true;
    for (const stream of this.#all()) stream.end();
  }

  #all(): LiveStream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }

  #sendChanges(notice: string): void {
    for (const change of notice.split(';')) {
      const [orderId, ...people] = change.split(',');
      for (const stream of this.#all())
        if (stream.isOffice || people.includes(stream.userId)) stream.change(orderId === '' ? undefined : orderId);
    }
  }

  #add(stream: LiveStream): void {
    const streams = this.#streams.get(stream.userId) ?? new Set();
    if (streams.size >= maxStreamsPerUser) throw tooManyStreams();
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

  /** A lease that cannot be released expires. */
  #release(stream: LiveStream): void {
    const lease = this.#leases.get(stream);
    if (lease === undefined) return;
    this.#leases.delete(stream);
    const released = releaseStreamLease(this.#options.database.write, lease)
      .catch(() => {})
      .finally(() => this.#releasing.delete(released));
    this.#releasing.add(released);
  }

  /** Resolves when all leases are released, so that they no longer count towards the user's limit. */
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
      if (this.#checkFailed) void this.#checkTokens();
    };
    const sendHeartbeats = () => {
      for (const stream of this.#all()) stream.sendHeartbeat();
    };
    const renew = () => void renewStreamLeases(database.write, [...this.#leases.values()], leaseSeconds).catch(() => {});
    this.#timers = [setInterval(check, checkIntervalMs), setInterval(sendHeartbeats, heartbeat), setInterval(renew, renewIntervalMs)].map(
      (timer) => timer.unref(),
    );
  }

  /** After a revoked token or a changed role: ends the streams that are no longer allowed. */
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
      this.#checkFailed = false;
    } catch {
      this.#checkFailed = true;
    }
    this.#checking = false;
  }
}

const tooManyStreams = () =>
  new AppError('TOO_MANY_STREAMS', `You have ${maxStreamsPerUser} streams open. Please close one first.`, { retryAfterSeconds: 10 });

const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no', connection: 'close' };

function readLastEventId(request: FastifyRequest): string | undefined {
  const header = request.headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  if (typeof header !== 'string' || !/^\d{1,19}$/.test(header))
    throw invalid({ path: 'Last-Event-ID', message: 'must be the id of an event' });
  return header;
}
