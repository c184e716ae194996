import { noticeContactChanges } from '../accounts/access-notice.ts';
import { linkLifetimeHours } from '../accounts/account-rules.ts';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { endedChanges } from '../accounts/ended-access-rules.ts';
import { endAccess } from '../accounts/ended-access-store.ts';
import { lockOrdersOfRenamed } from '../accounts/order-lock-store.ts';
import { deleteLinks, insertShownLink, queueLinkMail } from '../accounts/password-link-store.ts';
import { type PersonInput, withChanges } from '../accounts/person.ts';
import { lockPerson, type Person, savePerson, setPassword } from '../accounts/person-store.ts';
import { refusingDuplicates } from '../accounts/register.ts';
import { releaseNewNumber } from '../accounts/release-numbers.ts';
import { AppError, noMailServer } from '../errors.ts';
import { hashToken, newToken } from '../platform/http/auth.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import { insertNote } from './customer-note-store.ts';
import { isMerged } from './merge-store.ts';

export interface CustomerContext {
  database: Database;
  actorId: string;
  now: Date;
}

/** Also for accounts of staff, which only an admin can change. */
export const noSuchFarmer = (): AppError => new AppError('NOT_FOUND', 'There is no such farmer.');

export async function lockFarmer(tx: Tx, id: string): Promise<Person> {
  const person = await lockPerson(tx, id);
  if (person?.role !== 'farmer') throw noSuchFarmer();
  return person;
}

export function changeCustomer(
  { database, actorId, now, hasSms }: CustomerContext & { hasSms: boolean },
  id: string,
  input: PersonInput,
): Promise<void> {
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      await lockOrdersOfRenamed(tx, id, input);
      const before = await lockFarmer(tx, id);
      if (await isMerged(tx, id)) throw merged();
      const after = withChanges(before, input, 'office');
      const changes = differences(before, after);
      if (changes.length === 0) return;
      // Password links sent to the old address must not work any more.
      if (after.email !== before.email) await deleteLinks(tx, id);
      await noticeContactChanges(tx, id, before, after, { hasSms, now });
      await savePerson(tx, id, after);
      await releaseNewNumber(tx, before, after, actorId, now);
      await insertAudit(tx, { actorId, action: 'user_update', subjectType: 'user', subjectId: id, changes }, now);
    }),
  );
}

const merged = () => new AppError('FARMER_MERGED', 'This account has been merged into another. Please change that one.');

export function addNote({ database, actorId, now }: CustomerContext, farmerId: string, text: string) {
  return database.transaction(async (tx) => {
    await lockFarmer(tx, farmerId);
    if (await isMerged(tx, farmerId)) throw merged();
    return insertNote(tx, farmerId, text.trim(), actorId, now);
  });
}

export interface NewAccess {
  /** Set only for a link that is shown. It is not stored. */
  token: string | null;
  expiresAt: string | null;
}

/** Removes the password, ends every other way into the account of a farmer and creates a password link: sent by mail, or shown to the office once. */
export function resetAccess(
  { database, actorId, now, hasMailServer }: CustomerContext & { hasMailServer: boolean },
  id: string,
  by: 'mail' | 'link',
): Promise<NewAccess> {
  return database.transaction(async (tx) => {
    const { active, email, fullName } = await lockFarmer(tx, id);
    if (!active) throw new AppError('CANNOT_SEND_LINK', `${fullName} is deactivated. An admin can activate the account first.`);
    if (by === 'mail' && email === null)
      throw new AppError('CANNOT_SEND_LINK', `${fullName} has no e-mail address. Add one, or show the link.`);
    if (by === 'mail' && !hasMailServer) throw noMailServer('Show the link instead.');
    const ended = await endAccess(tx, id, 'recovery', now);
    await setPassword(tx, id, null);
    await deleteLinks(tx, id);
    const changes = [{ field: 'password', from: '[redacted]', to: '[redacted]' }, ...endedChanges(ended)];
    await insertAudit(tx, { actorId, action: 'user_reset_password', subjectType: 'user', subjectId: id, changes }, now);
    if (by === 'mail') {
      await queueLinkMail(tx, 'reset', { id, email: String(email) }, now);
      return { token: null, expiresAt: null };
    }
    const token = newToken();
    const expiresAt = new Date(now.getTime() + linkLifetimeHours.reset * 3_600_000);
    await insertShownLink(tx, id, hashToken(token), expiresAt, now);
    return { token, expiresAt: expiresAt.toISOString() };
  });
}
