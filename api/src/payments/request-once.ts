import { AppError } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { askProvider, OutcomeUnknown } from './provider.ts';
import { findAttempt, moveToNextAttempt, type ProviderAttempt, recordFailure } from './provider-request-store.ts';

export interface ProviderRequest<T> {
  /** Names the effect, which happens once. */
  subject: string;
  send: (key: string) => Promise<T>;
  /** Looks up whether a request with this key, sent since then, has had its effect. */
  find: (key: string, since: Date) => Promise<T | undefined>;
}

/**
 * Has the provider do something once. A provider stores its answer to each key, errors included, so after an error the outcome is
 * looked up: what was done counts, and another key is used only once the request provably did nothing.
 */
export async function requestOnce<T>({ database }: { database: Database }, request: ProviderRequest<T>, now: Date): Promise<T> {
  const { subject, send, find } = request;
  for (let last = false; ; last = true) {
    const known = await findAttempt(database.write, subject);
    const current: ProviderAttempt = known ?? { attempt: 1, since: now };
    const key = current.attempt === 1 ? subject : `${subject}-${current.attempt}`;
    try {
      return await askProvider(() => send(key));
    } catch (error) {
      const unknown = error instanceof AppError && error.cause instanceof OutcomeUnknown ? error.cause : undefined;
      if (unknown === undefined) throw error;
      if (known === undefined) await recordFailure(database.write, subject, current);
      const found = await askProvider(() => find(key, current.since));
      if (found !== undefined) return found;
      if (!unknown.finished) throw error;
      await moveToNextAttempt(database.write, subject, current.attempt, now);
      if (last) throw error;
    }
  }
}
