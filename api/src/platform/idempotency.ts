import { createHash } from 'node:crypto';
import { AppError, invalid } from '../errors.ts';
import { type Database, withinTransaction } from './db.ts';
import { claimKey, keepAnswer, readKey } from './idempotency-store.ts';
import { OneAtATime } from './one-at-a-time.ts';

export interface KeyedRequest {
  userId: string;
  key: string;
  method: string;
  path: string;
  body: unknown;
}

// One connection per key at most: repeats wait here, not in the database.
const turns = new OneAtATime(1000);

/**
 * Runs a request once for its key. The key, the work and the answer commit together, so a repeat, now or after a
 * restart, gets the same answer, byte for byte; what was refused is not kept and may be tried again.
 */
export async function once(
  database: Database,
  request: KeyedRequest,
  now: Date,
  work: (database: Database) => Promise<string>,
  replayed?: () => void,
): Promise<string> {
  const { userId, key } = request;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible characters' });
  const { method, path, body } = request;
  const hash = createHash('sha256').update(JSON.stringify([method, path]));
  hash.update(
    Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
  );
  const digest = hash.digest();
  return turns.run(`${userId} ${key}`, () =>
    database.transaction(async (tx) => {
      if (!(await claimKey(tx, userId, key, digest, now))) {
        const kept = await readKey(tx, userId, key);
        if (kept?.hash.equals(digest) === true) {
          replayed?.();
          return kept.answer;
        }
        throw new AppError(
          'IDEMPOTENCY_KEY_REUSED',
          'This Idempotency-Key came with another request before. Use a new key for a new request.',
        );
      }
      const answer = await work(withinTransaction(database, tx));
      await keepAnswer(tx, userId, key, answer);
      return answer;
    }),
  );
}
