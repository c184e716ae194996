import type { Tx } from '../platform/postgres/database.ts';
import { insertAudit } from './audit-store.ts';
import { deleteLinks } from './password-link-store.ts';
import { revokeTokens } from './person-store.ts';
import { removeAccess, verifyEmail } from './verified-email-store.ts';

/**
 * Gives the account to the person who has proved to own its e-mail address. If the address was not confirmed before, someone else may
 * have registered with it: everything with which that person could use the account ends. The caller has locked the user, and replaces the
 * password.
 */
export async function claimAccount(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  if (!(await verifyEmail(tx, userId, email, now))) return;
  const removed = await removeAccess(tx, userId, now);
  await revokeTokens(tx, userId);
  await deleteLinks(tx, userId);
  const changes = Object.entries(removed)
    .filter(([, count]) => count > 0)
    .map(([field, count]) => ({ field, from: count, to: 0 }));
  await insertAudit(tx, { actorId: userId, action: 'email_verify', subjectType: 'user', subjectId: userId, changes }, now);
}
