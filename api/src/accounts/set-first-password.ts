import { AppError } from '../errors.ts';
import type { Principal } from '../platform/http/auth.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type NoticeContext, sendAccessNotice } from './access-notice.ts';
import { guessLimits, isRecentSignIn } from './account-rules.ts';
import { clearAttempts } from './account-store.ts';
import { insertAudit } from './audit-store.ts';
import { hashPassword } from './password.ts';
import { deleteLinks } from './password-link-store.ts';
import { findPasswordHash, revokeTokens, setFirstPassword as storeFirstPassword } from './person-store.ts';
import { countGuess } from './sign-in.ts';
import { checkRecentSignIn, findSignInTime, lockSignedIn, requireRecentSignIn } from './signed-in-store.ts';

export interface PasswordState {
  isSet: boolean;
  /** Whether a first password can be set with this sign-in. */
  canSetFirst: boolean;
}

/** `token`: the hash of the token of the request. */
export async function readPasswordState(database: Database, userId: string, token: Buffer, now: Date): Promise<PasswordState> {
  const isSet = (await findPasswordHash(database.read, userId)) !== null;
  const signedInAt = await findSignInTime(database.read, userId, token);
  return { isSet, canSetFirst: !isSet && signedInAt !== undefined && isRecentSignIn(signedInAt, now) };
}

const passwordExists = () => new AppError('PASSWORD_EXISTS', 'You have a password already. Enter it to change it.');

/** Sets the password of a user who has none, shortly after a sign-in. Revokes all tokens except the present one. */
export async function setFirstPassword(
  database: Database,
  user: Principal,
  token: Buffer,
  newPassword: string,
  context: NoticeContext,
): Promise<void> {
  const { now } = context;
  // Hashing is expensive, so it is limited like attempts at a password.
  const key = `password-change:${user.id}`;
  await countGuess(database, key, guessLimits.account, now);
  if ((await findPasswordHash(database.read, user.id)) !== null) throw passwordExists();
  await requireRecentSignIn(database.read, user.id, token, now);
  const hash = await hashPassword(newPassword);
  await database.transaction(async (tx) => {
    checkRecentSignIn(await lockSignedIn(tx, user.id, token), now);
    if (!(await storeFirstPassword(tx, user.id, hash))) throw passwordExists();
    await revokeTokens(tx, user.id, token);
    await deleteLinks(tx, user.id);
    await clearAttempts(tx, key);
    await sendAccessNotice(tx, user.id, 'password', context);
    if (user.role !== 'farmer')
      await insertAudit(tx, { actorId: user.id, action: 'password_change', subjectType: 'user', subjectId: user.id }, now);
  });
}
