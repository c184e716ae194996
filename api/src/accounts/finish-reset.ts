import type { Tx } from '../platform/postgres/database.ts';
import { clearAttempts } from './account-store.ts';
import { insertAudit } from './audit-store.ts';
import { type EndReason, endedChanges } from './ended-access-rules.ts';
import { endAccess } from './ended-access-store.ts';
import { deleteLinks } from './password-link-store.ts';
import { getSignInUser, setPassword } from './person-store.ts';
import { issueTokenWithin, type SignedIn } from './sign-in.ts';

/**
 * Sets the new password of a user who has proved to own the account, ends every other way into it, and signs in. `claimed`: the access has
 * been ended already. The transaction has locked the user.
 */
export async function finishReset(
  tx: Tx,
  userId: string,
  passwordHash: string,
  reason: Exclude<EndReason, 'claim'> | 'claimed',
  now: Date,
): Promise<SignedIn> {
  const changes = reason === 'claimed' ? [] : endedChanges(await endAccess(tx, userId, reason, now));
  const role = await setPassword(tx, userId, passwordHash);
  await deleteLinks(tx, userId);
  await clearAttempts(tx, `account:${userId}`);
  if (role !== 'farmer' || changes.length > 0)
    await insertAudit(tx, { actorId: userId, action: 'password_reset', subjectType: 'user', subjectId: userId, changes }, now);
  return issueTokenWithin(tx, await getSignInUser(tx, userId), now);
}
