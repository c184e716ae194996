import { AppError } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { callProvider, OutcomeUnknown } from './provider.ts';
import { findAttempt, moveToNextAttempt, type ProviderAttempt, recordFailure } from './provider-request-store.ts';

export interface ProviderRequest<T> {
  /** Identifies the effect, which happens once. */
  subject: string;
  send: (key: string) => Promise<T>;
  /** Looks up whether a request with this key, sent since then, has had its effect. */
  find: (key: string, since: Date) => Promise<T | undefined>;
}

/**
 * Makes the provider do something exactly once. A provider stores its response per idempotency key, errors included, so after an error
 * the outcome is looked up. A new key is used only if the request provably had no effect.
 */
export async function requestOnce<T>({ database }: { database: Database }, request: ProviderRequest<T>, now: Date): Promise<T> {
  const { subject, send, find } = request;
  for (let isLastTry = false; ; isLastTry = true) {
    const known = await findAttempt(database.write, subject);
    const current: ProviderAttempt = known ?? { attempt: 1, since: now };
    const key = current.attempt === 1 ? subject : `${subject}-${current.attempt}`;
    // Providers forget keys after some time, and then the same key would have its effect again.
    const made = known === undefined ? undefined : await callProvider(() => find(key, current.since));
    if (made !== undefined) return made;
    try {
      return await callProvider(() => send(key));
    } catch (error) {
      const unknown = error instanceof AppError && error.cause instanceof OutcomeUnknown ? error.cause : undefined;
      if (unknown === undefined) throw error;
      if (known === undefined) await recordFailure(database.write, subject, current);
      const found = await callProvider(() => find(key, current.since));
      if (found !== undefined) return found;
      if (!unknown.finished) throw error;
      await moveToNextAttempt(database.write, subject, current.attempt, now);
      if (isLastTry) throw error;
    }
  }
}
