import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface ProviderAttempt {
  attempt: number;
  /** When the first request of this attempt may have reached the provider. */
  since: Date;
}

const findStatement = statement(
  'find_provider_attempt',
  'select attempt, extract(epoch from since) from provider_request where subject = $1',
);

/** Undefined: no request of the first attempt has failed so far. */
export async function findAttempt(db: Db, subject: string): Promise<ProviderAttempt | undefined> {
  const [row] = await db.rows(findStatement, [subject]);
  return row === undefined ? undefined : { attempt: Number(row[0]), since: new Date(Number(row[1]) * 1000) };
}

const recordStatement = statement(
  'record_provider_failure',
  'insert into provider_request (subject, attempt, since) values ($1, $2, $3) on conflict do nothing',
);

/** Keeps the time of an attempt's first failure. */
export async function recordFailure(db: Db, subject: string, { attempt, since }: ProviderAttempt): Promise<void> {
  await db.rows(recordStatement, [subject, attempt, since.toISOString()]);
}

const nextStatement = statement(
  'next_provider_attempt',
  'update provider_request set attempt = attempt + 1, since = $3 where subject = $1 and attempt = $2',
);

/** Of several that fail at once, one moves on to the next attempt. */
export async function moveToNextAttempt(db: Db, subject: string, attempt: number, now: Date): Promise<void> {
  await db.rows(nextStatement, [subject, attempt, now.toISOString()]);
}
