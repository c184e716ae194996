const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Jitter of 20 %, so that simultaneous failures are not retried simultaneously. */
const withJitter = (seconds: number, random: number): number => seconds * (0.8 + 0.4 * random);

const maxMailAttempts = 14;

/** Seconds until the next attempt of a mail: doubles up to a day; undefined after about four days. */
export function mailRetryDelay(attempts: number, random: number): number | undefined {
  return attempts >= maxMailAttempts ? undefined : withJitter(Math.min(minute * 2 ** (attempts - 1), day), random);
}

const webhookDelays = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 6 * hour, 10 * hour];

/** Seconds until the next attempt of a webhook; undefined after about a day. */
export function webhookRetryDelay(tries: number, random: number): number | undefined {
  const delay = webhookDelays[tries - 1];
  return delay === undefined ? undefined : withJitter(delay, random);
}

/** Maximum delay by number of attempts, starting at 0. A later due time means that the clock was set back. */
export function maxDelaysSeconds(delay: (attempts: number, random: number) => number | undefined, leaseSeconds: number): number[] {
  const delays = [0];
  for (;;) {
    const seconds = delay(delays.length, 1);
    delays.push(Math.max(seconds ?? 0, leaseSeconds));
    if (seconds === undefined) return delays;
  }
}

const eventDelays = [5, 30, 2 * minute, 10 * minute];

/** Seconds until the next attempt to dispatch an event; undefined after the fifth, when it becomes a dead letter. */
export function eventRetryDelay(attempts: number, random: number): number | undefined {
  const delay = eventDelays[attempts - 1];
  return delay === undefined ? undefined : withJitter(delay, random);
}

/** A webhook that fails for this long is turned off until an admin turns it on. */
export const disableAfterSeconds = 3 * day;
