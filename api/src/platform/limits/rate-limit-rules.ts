/** Requests per window (fixed window of one minute). */
export interface RateLimit {
  maxRequests: number;
  /** True: requests from private networks are not counted. */
  exemptsPrivateNetworks: boolean;
}

export interface RateLimits {
  /** For each signed-in user. */
  user: RateLimit | undefined;
  /** For each address, requests without a user. */
  address: RateLimit | undefined;
}

/** More than a person can reach: a page sends about fifteen requests. A configured limit has no exemptions. */
export const defaultLimit: RateLimit = { maxRequests: 1200, exemptsPrivateNetworks: true };
export const defaultLimits: RateLimits = { user: defaultLimit, address: defaultLimit };

/** For each address, with and without a user: an office, or a village behind one address of a mobile operator. */
export const addressTotalLimit = (limit: RateLimit): RateLimit => ({ ...limit, maxRequests: limit.maxRequests * 20 });

export const windowSeconds = 60;
const windowMs = windowSeconds * 1000;

/** Requests of one user or address in one window, which starts with the first request. */
export interface WindowCount {
  startedAt: number;
  /** Requests of all processes, as of the last sync. */
  remote: number;
  /** Requests of this process since the last sync. */
  unsynced: number;
}

export const newWindowCount = (now: number): WindowCount => ({ startedAt: now, remote: 0, unsynced: 0 });

/** A start more than a window in the future was written by a process with a wrong clock. */
export const isExpired = ({ startedAt }: WindowCount, now: number): boolean => now >= startedAt + windowMs || now < startedAt - windowMs;

/** Counts a request. False: the limit is reached. A rejected request is not counted, so waiting for the window is enough. */
export function countRequest(count: WindowCount, maxRequests: number, now: number): boolean {
  if (isExpired(count, now)) {
    count.startedAt = now;
    count.remote = 0;
    count.unsynced = 0;
  }
  if (count.remote + count.unsynced >= maxRequests) return false;
  count.unsynced++;
  return true;
}

/**
 * Unsynced requests from which on a count is synced. Below it there is no database access, so most users cost nothing; a limit
 * can be exceeded by this number per process, plus the requests during a sync.
 */
export const syncThreshold = (maxRequests: number): number => Math.max(1, Math.floor(maxRequests / 32));

/** Applies the result of a sync. Ignored if the window has changed since the sync was sent. */
export function applySync(
  count: WindowCount,
  sent: { startedAt: number; unsynced: number },
  result: { startedAt: number; used: number },
): void {
  if (count.startedAt !== sent.startedAt) return;
  count.unsynced -= sent.unsynced;
  count.remote = result.used;
  count.startedAt = result.startedAt;
}

export const remainingRequests = ({ remote, unsynced }: WindowCount, maxRequests: number): number =>
  Math.max(0, maxRequests - remote - unsynced);

export const secondsUntilReset = ({ startedAt }: WindowCount, now: number): number =>
  Math.min(windowSeconds, Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000)));
