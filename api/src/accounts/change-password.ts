import { invalid } from '../errors.ts';
import type { Principal } from '../platform/http/auth.ts';
import type { Database } from '../platform/postgres/database.ts';
import { guessLimits } from './account-rules.ts';
import { clearAttempts } from './account-store.ts';
import { insertAudit } from './audit-store.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { deleteLinks } from './password-link-store.ts';
import { findPasswordHash, replacePassword, revokeTokens } from './person-store.ts';
import { countGuess } from './sign-in.ts';

export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
}

const wrongPassword = () => invalid({ path: 'oldPassword', message: 'is not your present password' });

/** Changes the password and revokes all tokens except the present one. Attempts have their own limit, because anyone can use up the one of the sign-in. */
export async function changePassword(
  database: Database,
  user: Principal,
  presentToken: Buffer,
  { oldPassword, newPassword }: PasswordChange,
  now: Date,
): Promise<void> {
  const key = `password-change:${user.id}`;
  await countGuess(database, key, guessLimits.account, now);
  const stored = await findPasswordHash(database.read, user.id);
  if (!(await passwordMatches(stored, oldPassword)) || stored === null) throw wrongPassword();
  await clearAttempts(database.write, key);
  const hash = await hashPassword(newPassword);
  await database.transaction(async (tx) => {
    if (!(await replacePassword(tx, user.id, stored, hash))) throw wrongPassword();
    await revokeTokens(tx, user.id, presentToken);
    await deleteLinks(tx, user.id);
    if (user.role !== 'farmer') {
      await insertAudit(tx, { actorId: user.id, action: 'password_change', subjectType: 'user', subjectId: user.id }, now);
    }
  });
}
