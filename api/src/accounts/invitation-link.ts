import { AppError } from '../errors.ts';
import { hashToken, newToken } from '../platform/http/auth.ts';
import type { Database } from '../platform/postgres/database.ts';
import { linkLifetimeHours } from './account-rules.ts';
import { insertAudit } from './audit-store.ts';
import { resetLink } from './link-mail.ts';
import { deleteLinks, insertUserLink } from './password-link-store.ts';

export interface InvitationLink {
  link: string;
  expiresAt: string;
}

/** Creates a link to choose a password and returns it to the admin, once. Only its hash is stored; earlier links of the user end. */
export function createInvitationLink(
  { database, actorId, now }: { database: Database; actorId: string; now: Date },
  userId: string,
  publicUrl: string,
): Promise<InvitationLink> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + linkLifetimeHours.invitation * 3_600_000);
  return database.transaction(async (tx) => {
    await deleteLinks(tx, userId);
    if (!(await insertUserLink(tx, userId, hashToken(token), expiresAt, now)))
      throw new AppError('NOT_FOUND', 'There is no such active user.');
    await insertAudit(tx, { actorId, action: 'user_reset_password', subjectType: 'user', subjectId: userId }, now);
    return { link: resetLink(publicUrl, token), expiresAt: expiresAt.toISOString() };
  });
}
