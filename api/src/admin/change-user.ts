import { contactChanges, noticeContactChanges } from '../accounts/access-notice.ts';
import { contactErrors, expertiseErrors } from '../accounts/account-rules.ts';
import { type AuditAction, type AuditChange, differences, insertAudit } from '../accounts/audit-store.ts';
import { endedChanges } from '../accounts/ended-access-rules.ts';
import { endAccess } from '../accounts/ended-access-store.ts';
import { lockOrdersOfRenamed } from '../accounts/order-lock-store.ts';
import { hashPassword } from '../accounts/password.ts';
import { deleteLinks, queueLinkMail } from '../accounts/password-link-store.ts';
import { type PersonInput, withChanges } from '../accounts/person.ts';
import { announceRevocation, lockPerson, type Person, savePerson, setPassword } from '../accounts/person-store.ts';
import { refusingDuplicates } from '../accounts/register.ts';
import { releaseNewNumber } from '../accounts/release-numbers.ts';
import { requireRecentSignIn } from '../accounts/signed-in-store.ts';
import type { Expertise } from '../accounts/user.ts';
import { verifyEmail } from '../accounts/verified-email-store.ts';
import { isMerged } from '../customers/merge-store.ts';
import { AppError, invalid, noMailServer } from '../errors.ts';
import { handOverOrders } from '../orders/hand-over-orders.ts';
import type { Role } from '../platform/http/auth.ts';
import type { Row, Tx } from '../platform/postgres/database.ts';
import { type AdminContext, notFound } from './admin-context.ts';
import { checkAnotherAdmin, checkNoJobs, checkNoOpenOrders } from './user-admin-rules.ts';
import { countOtherAdmins, findJobs, findOpenOrders, lockUserAndAdmins } from './user-admin-store.ts';

export interface ChangeUserInput extends PersonInput {
  role?: Role;
  expertise?: Expertise;
  password?: string;
}

/** Locks the user and all admins, so that changes of users run one after the other. */
async function lockUser(tx: Tx, id: string): Promise<Person> {
  await lockUserAndAdmins(tx, id);
  const person = await lockPerson(tx, id);
  if (person === undefined) throw notFound('user');
  return person;
}

/** A user may leave a role only without open duties in it. */
async function checkCanLeaveRole(tx: Tx, id: string, { role, active, fullName }: Person): Promise<void> {
  if (role === 'admin' && active) checkAnotherAdmin(await countOtherAdmins(tx, id));
  if (role === 'sprayer') checkNoJobs(fullName, await findJobs(tx, id, 'all'));
}

const isOffice = ({ role, active }: Person): boolean => active && (role === 'receptionist' || role === 'admin');

/** Open orders of a user who leaves the office go to other receptionists. */
async function handOver(tx: Tx, id: string, before: Person, after: Person): Promise<AuditChange[]> {
  if (!isOffice(before) || isOffice(after)) return [];
  const orders = await handOverOrders(tx, id);
  return orders === 0 ? [] : [{ field: 'openOrders', from: orders, to: 0 }];
}

const redactedPassword: AuditChange = { field: 'password', from: '[redacted]', to: '[redacted]' };

/** A new password, and own contact data, need a recent sign-in. `token`: the hash of the token of the request. */
export async function changeUser(
  context: AdminContext & { token: Buffer; hasSms: boolean },
  id: string,
  { role, expertise, password, ...details }: ChangeUserInput,
): Promise<Row> {
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return refusingDuplicates(() =>
    context.database.transaction(async (tx) => {
      await lockOrdersOfRenamed(tx, id, details);
      const before = await lockUser(tx, id);
      const after = withRole(withChanges(before, details, 'office'), role ?? before.role, expertise);
      if (passwordHash !== undefined || (id === context.actorId && contactChanges(before, after).length > 0))
        await requireRecentSignIn(tx, context.actorId, context.token, context.now);
      if (after.role !== before.role) {
        await checkCanLeaveRole(tx, id, before);
        if (before.role === 'farmer') checkNoOpenOrders(before.fullName, await findOpenOrders(tx, id));
        await announceRevocation(tx);
      } else if (after.expertise === 'apprentice' && before.expertise !== 'apprentice') {
        checkNoJobs(before.fullName, await findJobs(tx, id, 'as the only senior'));
      }
      const ended = passwordHash === undefined ? {} : await endAccess(tx, id, 'recovery', context.now);
      if (passwordHash !== undefined) await setPassword(tx, id, passwordHash);
      // Links to the old address or from before the new password become invalid.
      if (passwordHash !== undefined || after.email !== before.email) await deleteLinks(tx, id);
      await noticeContactChanges(tx, id, before, after, context);
      const row = await savePerson(tx, id, after);
      await releaseNewNumber(tx, before, after, context.actorId, context.now);
      // As for new staff: an address that an admin has entered is trusted.
      if (after.role !== 'farmer' && after.email !== null && after.email !== before.email)
        await verifyEmail(tx, id, after.email, context.now);
      const handedOver = await handOver(tx, id, before, after);
      const changes = [
        ...differences(before, after),
        ...handedOver,
        ...(passwordHash === undefined ? [] : [redactedPassword]),
        ...endedChanges(ended),
      ];
      await audit(tx, context, 'user_update', id, changes);
      return row;
    }),
  );
}

function withRole(person: Person, role: Role, expertise: Expertise | undefined): Person {
  const after = { ...person, role, expertise: role === 'sprayer' ? (expertise ?? person.expertise) : null };
  const errors = expertiseErrors(role, role === 'sprayer' ? after.expertise : expertise);
  if (role !== person.role) errors.push(...contactErrors(after));
  if (errors.length > 0) throw invalid(...errors);
  return after;
}

/** Also ends every way into the account but its password, in every process at once: after a reactivation its user sees the list. */
export function deactivateUser(context: AdminContext, id: string): Promise<Row> {
  return context.database.transaction(async (tx) => {
    const before = await lockUser(tx, id);
    const after = { ...before, active: false };
    if (before.active) await checkCanLeaveRole(tx, id, before);
    const row = await savePerson(tx, id, after);
    const ended = await endAccess(tx, id, 'recovery', context.now);
    await deleteLinks(tx, id);
    const changes = [...differences(before, after), ...(await handOver(tx, id, before, after)), ...endedChanges(ended)];
    await audit(tx, context, 'user_deactivate', id, changes);
    return row;
  });
}

export function activateUser(context: AdminContext, id: string): Promise<Row> {
  return context.database.transaction(async (tx) => {
    const before = await lockUser(tx, id);
    if (await isMerged(tx, id)) throw new AppError('FARMER_MERGED', 'This account has been merged into another and stays closed.');
    const after = { ...before, active: true };
    await audit(tx, context, 'user_activate', id, differences(before, after));
    return savePerson(tx, id, after);
  });
}

/** Removes the password, ends every other way into the account and mails a reset link to the user. */
export function resetUserPassword(context: AdminContext, id: string, hasMailServer: boolean): Promise<Row> {
  const { database, actorId, now } = context;
  if (id === actorId) throw new AppError('CANNOT_SEND_LINK', 'Your own password is changed in your profile.');
  return database.transaction(async (tx) => {
    const person = await lockUser(tx, id);
    const { active, email, fullName } = person;
    if (!active) throw new AppError('CANNOT_SEND_LINK', `${fullName} is deactivated. Please activate the account first.`);
    if (email === null) throw new AppError('CANNOT_SEND_LINK', `${fullName} has no e-mail address. Add one, or set a password.`);
    if (!hasMailServer) throw noMailServer('Create an invitation link, or set a password.');
    const ended = await endAccess(tx, id, 'recovery', now);
    await setPassword(tx, id, null);
    await deleteLinks(tx, id);
    await queueLinkMail(tx, 'reset', { id, email }, now);
    await audit(tx, context, 'user_reset_password', id, [redactedPassword, ...endedChanges(ended)]);
    return savePerson(tx, id, person);
  });
}

/** Ends every way into an account but its password, which stays. Its user sees the list, and adds each again. */
export function endUserAccess(context: AdminContext, id: string): Promise<Row> {
  return context.database.transaction(async (tx) => {
    const person = await lockUser(tx, id);
    const ended = await endAccess(tx, id, 'recovery', context.now);
    await deleteLinks(tx, id);
    await audit(tx, context, 'user_end_access', id, endedChanges(ended));
    return savePerson(tx, id, person);
  });
}

async function audit(tx: Tx, { actorId, now }: AdminContext, action: AuditAction, id: string, changes: AuditChange[]): Promise<void> {
  if (changes.length > 0) await insertAudit(tx, { actorId, action, subjectType: 'user', subjectId: id, changes }, now);
}
