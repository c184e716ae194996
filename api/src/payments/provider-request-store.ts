import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface ProviderAttempt {
  attempt: number;
  /** Earliest time at which a request of this attempt may have reached the provider. */
  since: Date;
}

const findStatement = statement(
  'find_provider_attempt',
  'select attempt, extract(epoch from since) from provider_request where subject = $1',
);

/** Undefined: the first attempt has not failed. */
export async function findAttempt(db: Db, subject: string): Promise<ProviderAttempt | undefined> {
  const [row] = await db.rows(findStatement, [subject]);
  return row === undefined ? undefined : { attempt: Number(row[0]), since: new Date(Number(row[1]) * 1000) };
}

const recordStatement = statement(
  'record_provider_failure',
  'insert into provider_request (subject, attempt, since) values ($1, $2, $3) on conflict do nothing',
);

/** Stores the time of the first failure only. */
export async function recordFailure(db: Db, subject: string, { attempt, since }: ProviderAttempt): Promise<void> {
  await db.rows(recordStatement, [subject, attempt, since.toISOString()]);
}

const nextStatement = statement(
  'next_provider_attempt',
  'update provider_request set attempt = attempt + 1, since = $3 where subject = $1 and attempt = $2',
);

/** Of several simultaneous failures, only one increments the attempt. */
export async function moveToNextAttempt(db: Db, subject: string, attempt: number, now: Date): Promise<void> {
  await db.rows(nextStatement, [subject, attempt, now.toISOString()]);
}
