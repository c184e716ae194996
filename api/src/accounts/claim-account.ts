import type { Tx } from '../platform/postgres/database.ts';
import { insertAudit } from './audit-store.ts';
import { type EndedCounts, endedChanges } from './ended-access-rules.ts';
import { endAccess } from './ended-access-store.ts';
import { deleteLinks } from './password-link-store.ts';
import { verifyEmail } from './verified-email-store.ts';

/**
 * Gives the account to the person who has proved to own its e-mail address. If the address was not confirmed before, someone else may
 * have registered with it: everything with which that person could use the account ends. The caller has locked the user, and replaces the
 * password afterwards. Undefined: the address was confirmed before, and nothing has changed.
 */
export async function claimAccount(tx: Tx, userId: string, email: string, now: Date): Promise<EndedCounts | undefined> {
  if (!(await verifyEmail(tx, userId, email, now))) return undefined;
  const ended = await endAccess(tx, userId, 'claim', now);
  await deleteLinks(tx, userId);
  const changes = endedChanges(ended);
  await insertAudit(tx, { actorId: userId, action: 'email_verify', subjectType: 'user', subjectId: userId, changes }, now);
  return ended;
}
