import { AppError } from '../errors.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { isRecentSignIn, recentSignInMinutes } from './account-rules.ts';

const lockUserStatement = statement('lock_signed_in_user', 'select 1 from app_user where id = $1 and active for no key update');
const tokenStatement = statement(
  'signed_in_at',
  'select extract(epoch from created_at) * 1000 from access_token where hash = $2 and user_id = $1',
);

/** When the user signed in; undefined: the token was revoked. */
export async function findSignInTime(db: Db, userId: string, token: Buffer): Promise<Date | undefined> {
  const [row] = await db.rows(tokenStatement, [userId, token]);
  return row === undefined ? undefined : new Date(Number(row[0]));
}

const notSignedIn = () => new AppError('UNAUTHENTICATED', 'Please sign in again.');

/**
 * Locks the user of a request, and returns when the user signed in. Fails if the token was revoked after the request had begun: otherwise
 * someone who loses an account at this moment could still add a way into it. `token`: the hash of the token of the request.
 */
export async function lockSignedIn(tx: Tx, userId: string, token: Buffer): Promise<Date> {
  const [user] = await tx.rows(lockUserStatement, [userId]);
  // A statement of its own: it sees what the earlier holder of the lock has changed.
  const signedInAt = user === undefined ? undefined : await findSignInTime(tx, userId, token);
  if (signedInAt === undefined) throw notSignedIn();
  return signedInAt;
}

/** Whoever has stolen a session, or found an unlocked phone, cannot stay in the account with it. */
export function checkRecentSignIn(signedInAt: Date, now: Date): void {
  if (isRecentSignIn(signedInAt, now)) return;
  throw new AppError(
    'SIGN_IN_TOO_OLD',
    `For this you must have signed in within the last ${recentSignInMinutes} minutes. Please sign in again.`,
  );
}

/** Before the first step of adding a way into an account. */
export async function requireRecentSignIn(db: Db, userId: string, token: Buffer, now: Date): Promise<void> {
  const signedInAt = await findSignInTime(db, userId, token);
  if (signedInAt === undefined) throw notSignedIn();
  checkRecentSignIn(signedInAt, now);
}
