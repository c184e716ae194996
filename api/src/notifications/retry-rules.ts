const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Between 0.8 and 1.2 of a delay, so that what failed together does not come back together. */
const spread = (seconds: number, random: number): number => seconds * (0.8 + 0.4 * random);

const mostMailAttempts = 14;

/** Seconds until a mail is tried again: twice as long each time, up to a day; undefined after some four days. */
export function mailRetryDelay(attempts: number, random: number): number | undefined {
  return attempts >= mostMailAttempts ? undefined : spread(Math.min(minute * 2 ** (attempts - 1), day), random);
}

const webhookDelays = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 6 * hour, 10 * hour];

/** Seconds until a webhook is tried again; undefined when it has been tried for about a day. */
export function webhookRetryDelay(tries: number, random: number): number | undefined {
  const delay = webhookDelays[tries - 1];
  return delay === undefined ? undefined : spread(delay, random);
}

/** The longest delay after each number of attempts, the first for none: nothing can be due later, unless the clock was put back. */
export function longestDelays(delay: (attempts: number, random: number) => number | undefined, leaseSeconds: number): number[] {
  const delays = [0];
  for (;;) {
    const seconds = delay(delays.length, 1);
    delays.push(Math.max(seconds ?? 0, leaseSeconds));
    if (seconds === undefined) return delays;
  }
}

const eventDelays = [5, 30, 2 * minute, 10 * minute];

/** Seconds until an event that could not be dispatched is tried again; undefined after the fifth attempt, when it becomes a dead letter. */
export function eventRetryDelay(attempts: number, random: number): number | undefined {
  const delay = eventDelays[attempts - 1];
  return delay === undefined ? undefined : spread(delay, random);
}

/** A receiver that took nothing for so long is left alone until an admin turns it on again. */
export const disabledAfter = 3 * day;
