/** So many requests in a minute. */
export interface Limit {
  most: number;
  /** True: whoever comes from our own machine or network is not counted. */
  sparesOwnNetwork: boolean;
}

export interface RateLimitSizes {
  /** For each signed-in user. */
  user: Limit | undefined;
  /** For each address, without signing in. */
  address: Limit | undefined;
}

/** More than a person can do: a page makes about fifteen requests. Set by hand, a limit counts for everyone. */
export const defaultLimit: Limit = { most: 1200, sparesOwnNetwork: true };
export const defaultLimits: RateLimitSizes = { user: defaultLimit, address: defaultLimit };

/** What an address may ask in all, signed in or not: an office, or a whole village behind one mobile operator's address. */
export const wholeAddress = (limit: Limit): Limit => ({ ...limit, most: limit.most * 20 });

export const windowSeconds = 60;
const windowMillis = windowSeconds * 1000;

/** Requests of one user or address since the first of them, for a minute. */
export interface Count {
  startedAt: number;
  /** Counted by all processes together, as far as this one has heard. */
  told: number;
  /** Counted here and not told yet. */
  own: number;
}

export const newCount = (now: number): Count => ({ startedAt: now, told: 0, own: 0 });

/** A start that lies ahead by more than clocks differ comes from a clock that was wrong. */
export const isOver = ({ startedAt }: Count, now: number): boolean => now >= startedAt + windowMillis || now < startedAt - windowMillis;

/** Counts a request, unless there have been too many. One that is refused does not count: waiting is enough. */
export function take(count: Count, most: number, now: number): boolean {
  if (isOver(count, now)) {
    count.startedAt = now;
    count.told = 0;
    count.own = 0;
  }
  if (count.told + count.own >= most) return false;
  count.own++;
  return true;
}

/**
 * How many may be counted here before the others are told. Below it nobody is asked anything, so most people cost
 * nothing; and a limit is exceeded by at most this for each process, plus what comes while they tell each other.
 */
export const syncThreshold = (most: number): number => Math.max(1, Math.floor(most / 32));

/** What the others answered to `own` requests told, counted since `startedAt`. Too late is too late: by then another minute may run. */
export function hear(count: Count, sent: { startedAt: number; own: number }, heard: { startedAt: number; used: number }): void {
  if (count.startedAt !== sent.startedAt) return;
  count.own -= sent.own;
  count.told = heard.used;
  count.startedAt = heard.startedAt;
}

export const remaining = ({ told, own }: Count, most: number): number => Math.max(0, most - told - own);

export const secondsLeft = ({ startedAt }: Count, now: number): number =>
  Math.min(windowSeconds, Math.max(1, Math.ceil((startedAt + windowMillis - now) / 1000)));
