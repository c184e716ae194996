import { createHash } from 'node:crypto';
import { AppError, invalid } from '../../errors.ts';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { type Database, withinTransaction } from '../postgres/database.ts';
import { claimKey, findKey, type StoredAnswer, storeAnswer } from './idempotency-store.ts';

export interface KeyedRequest {
  userId: string;
  key: string;
  method: string;
  path: string;
  body: unknown;
}

export interface KeyedWork<P> {
  /** External work, without a transaction. It may run again for the same request, so it is safe to repeat. */
  prepare?: (() => Promise<P>) | undefined;
  /** Undoes `prepare` when its result is not used. */
  discard?: ((prepared: P) => Promise<void>) | undefined;
  /** The effect: only database work, in the transaction that stores the answer. */
  run: (database: Database, prepared: P) => Promise<StoredAnswer>;
  /** For answers with a secret: only what `removeSecret` leaves is stored, and `restoreSecret` completes it for a repeat. */
  removeSecret?: ((body: string) => string) | undefined;
  restoreSecret?: ((body: string) => Promise<string>) | undefined;
}

export interface IdempotencyDeps {
  database: Database;
  now: Date;
  /** Called when a stored answer is repeated. */
  replayed?: (() => void) | undefined;
}

// Requests with one key wait here, so that each key takes one connection at most.
const mutex = new KeyedMutex(1000);
// Equal requests that come while the first is under way share its outcome.
const underWay = new Map<string, Promise<StoredAnswer>>();

/**
 * Runs a request once for its Idempotency-Key. External work comes first, without a connection; then the claim of the key, the
 * effect and the answer commit together. So after a crash either all three are there, and a retry gets the stored answer, or none
 * is, and a retry runs the request anew. Refused requests store nothing.
 */
export function runOnce<P>(deps: IdempotencyDeps, request: KeyedRequest, work: KeyedWork<P>): Promise<StoredAnswer> {
  const { userId, key } = request;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible characters' });
  const hash = hashOf(request);
  const flight = `${userId} ${hash.toString('hex')} ${key}`;
  const shared = underWay.get(flight);
  if (shared !== undefined) {
    return shared.then((answer) => {
      deps.replayed?.();
      return answer;
    });
  }
  const run = mutex.run(`${userId} ${key}`, () => runAlone(deps, userId, key, hash, work)).finally(() => underWay.delete(flight));
  underWay.set(flight, run);
  return run;
}

async function runAlone<P>(
  { database, now, replayed }: IdempotencyDeps,
  userId: string,
  key: string,
  hash: Buffer,
  { prepare, discard, run, removeSecret, restoreSecret }: KeyedWork<P>,
): Promise<StoredAnswer> {
  const replay = async (): Promise<StoredAnswer | undefined> => {
    const stored = await findKey(database.read, userId, key, now);
    if (stored === undefined) return undefined;
    if (!stored.requestHash.equals(hash)) throw keyReused();
    const { answer } = stored;
    replayed?.();
    return restoreSecret === undefined ? answer : { ...answer, body: await restoreSecret(answer.body) };
  };
  const earlier = prepare === undefined ? undefined : await replay();
  if (earlier !== undefined) return earlier;
  const prepared = (await prepare?.()) as P;
  const made = await discardingUnused(prepared, discard, () =>
    database.transaction(async (tx) => {
      if (!(await claimKey(tx, userId, key, hash, now))) return undefined;
      const answer = await run(withinTransaction(database, tx), prepared);
      await storeAnswer(tx, userId, key, removeSecret === undefined ? answer : { ...answer, body: removeSecret(answer.body) });
      return answer;
    }),
  );
  const answer = made ?? (await replay());
  // The key expired between the claim and the look-up: nothing has happened for this request.
  if (answer === undefined) throw new AppError('OVERLOADED', 'This Idempotency-Key is in use. Please try again.', { retryAfterSeconds: 1 });
  return answer;
}

/**
 * Discards what was prepared when `work` refuses or has no use for it. When the database was lost, the commit may have
 * happened: then it is kept.
 */
export async function discardingUnused<P, T>(
  prepared: P,
  discard: ((prepared: P) => Promise<void>) | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work();
    if (result === undefined) await discard?.(prepared);
    return result;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE')) await discard?.(prepared);
    throw error;
  }
}

function hashOf({ method, path, body }: KeyedRequest): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([method, path]));
  hash.update(
    Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
  );
  return hash.digest();
}

const keyReused = (): AppError =>
  new AppError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key came with another request before. Use a new key for a new request.');
