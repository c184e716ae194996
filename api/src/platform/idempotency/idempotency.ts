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
  /** External work, outside of a transaction. It may run again for the same request, so it must be safe to repeat. */
  prepare?: (() => Promise<P>) | undefined;
  /** Undoes `prepare` when its result is not used. */
  discard?: ((prepared: P) => Promise<void>) | undefined;
  /** The effect: database work only, in the transaction that stores the response. */
  run: (database: Database, prepared: P) => Promise<StoredAnswer>;
  /** For responses with a secret: only the result of `removeSecret` is stored, and `restoreSecret` completes it for a replay. */
  removeSecret?: ((body: string) => string) | undefined;
  restoreSecret?: ((body: string) => Promise<string>) | undefined;
}

export interface IdempotencyDeps {
  database: Database;
  now: Date;
  /** Called when a stored response is replayed. */
  replayed?: (() => void) | undefined;
}

// Requests with the same key wait here, so that each key uses at most one connection.
const mutex = new KeyedMutex(1000);
// Equal requests that arrive during the first one share its outcome.
const underWay = new Map<string, Promise<StoredAnswer>>();

/**
 * Runs a request once per Idempotency-Key. External work comes first, without a connection; then the claim of the key, the effect and the
 * response are committed in one transaction. After a crash either all three exist, and a retry gets the stored response, or none, and a
 * retry runs the request again. Failed requests store nothing.
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
  // The key expired between claim and lookup: the request has had no effect.
  if (answer === undefined) throw new AppError('OVERLOADED', 'This Idempotency-Key is in use. Please try again.', { retryAfterSeconds: 1 });
  return answer;
}

/**
 * Discards the prepared result if `work` fails or does not use it. If the connection was lost, the commit may have happened: then the
 * result is kept.
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
