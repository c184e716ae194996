import { contactErrors, passwordErrors } from '../accounts/account-rules.ts';
import { type AuditAction, type AuditChange, differences, insertAudit } from '../accounts/audit-store.ts';
import { hashPassword } from '../accounts/password.ts';
import { deleteLinks, queueLinkMail } from '../accounts/password-link-store.ts';
import { type PersonInput, withChanges } from '../accounts/person.ts';
import { announceRevocation, lockPerson, type Person, revokeTokens, savePerson, setPassword } from '../accounts/person-store.ts';
import { refusingDuplicates } from '../accounts/register.ts';
import type { Expertise } from '../accounts/user.ts';
import { AppError, invalid } from '../errors.ts';
import { handOverOrders } from '../orders/hand-over-orders.ts';
import type { Role } from '../platform/http/auth.ts';
import type { Row, Tx } from '../platform/postgres/database.ts';
import { type AdminContext, notFound } from './admin-context.ts';
import { checkAnotherAdmin, checkNoJobs, checkNoOpenOrders, expertiseErrors } from './user-admin-rules.ts';
import { countOtherAdmins, findJobs, findOpenOrders, lockUserAndAdmins } from './user-admin-store.ts';

export interface ChangeUserInput extends PersonInput {
  role?: Role;
  expertise?: Expertise;
  password?: string;
}

/** The user under lock, with every admin: changes of users come one after the other, so who is left cannot change any more. */
async function lockUser(tx: Tx, id: string): Promise<Person> {
  await lockUserAndAdmins(tx, id);
  const person = await lockPerson(tx, id);
  if (person === undefined) throw notFound('user');
  return person;
}

/** Someone may leave a role only when nothing rests on them in it. */
async function checkMayLeave(tx: Tx, id: string, { role, active, fullName }: Person): Promise<void> {
  if (role === 'admin' && active) checkAnotherAdmin(await countOtherAdmins(tx, id));
  if (role === 'sprayer') checkNoJobs(fullName, await findJobs(tx, id, 'all'));
}

const isOffice = ({ role, active }: Person): boolean => active && (role === 'receptionist' || role === 'admin');

/** Whoever leaves the office leaves nothing behind. */
async function handOver(tx: Tx, id: string, before: Person, after: Person): Promise<AuditChange[]> {
  if (!isOffice(before) || isOffice(after)) return [];
  const orders = await handOverOrders(tx, id);
  return orders === 0 ? [] : [{ field: 'openOrders', from: orders, to: 0 }];
}

const hidden: AuditChange = { field: 'password', from: '[redacted]', to: '[redacted]' };

export async function changeUser(
  acting: AdminContext,
  id: string,
  { role, expertise, password, ...details }: ChangeUserInput,
): Promise<Row> {
  const weak = password === undefined ? [] : passwordErrors('password', password);
  if (weak.length > 0) throw invalid(...weak);
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return refusingDuplicates(() =>
    acting.database.transaction(async (tx) => {
      const before = await lockUser(tx, id);
      const after = inRole(withChanges(before, details), role ?? before.role, expertise);
      if (after.role !== before.role) {
        await checkMayLeave(tx, id, before);
        if (before.role === 'farmer') checkNoOpenOrders(before.fullName, await findOpenOrders(tx, id));
        await announceRevocation(tx);
      } else if (after.expertise === 'apprentice' && before.expertise !== 'apprentice') {
        checkNoJobs(before.fullName, await findJobs(tx, id, 'as the only senior'));
      }
      if (passwordHash !== undefined) {
        await setPassword(tx, id, passwordHash);
        await revokeTokens(tx, id);
      }
      // A link that went to the old address, or came before the new password, is good no more.
      if (passwordHash !== undefined || after.email !== before.email) await deleteLinks(tx, id);
      const row = await savePerson(tx, id, after);
      const handedOver = await handOver(tx, id, before, after);
      const changes = [...differences(before, after), ...handedOver, ...(passwordHash === undefined ? [] : [hidden])];
      await note(tx, acting, 'user_update', id, changes);
      return row;
    }),
  );
}

function inRole(person: Person, role: Role, expertise: Expertise | undefined): Person {
  const after = { ...person, role, expertise: role === 'sprayer' ? (expertise ?? person.expertise) : null };
  const errors = expertiseErrors(role, role === 'sprayer' ? after.expertise : expertise);
  if (role !== person.role) errors.push(...contactErrors(after));
  if (errors.length > 0) throw invalid(...errors);
  return after;
}

/** What someone deactivated holds is worthless in the same moment, in every process. */
export function deactivateUser(acting: AdminContext, id: string): Promise<Row> {
  return acting.database.transaction(async (tx) => {
    const before = await lockUser(tx, id);
    const after = { ...before, active: false };
    if (before.active) await checkMayLeave(tx, id, before);
    const row = await savePerson(tx, id, after);
    await revokeTokens(tx, id);
    await deleteLinks(tx, id);
    await note(tx, acting, 'user_deactivate', id, [...differences(before, after), ...(await handOver(tx, id, before, after))]);
    return row;
  });
}

export function activateUser(acting: AdminContext, id: string): Promise<Row> {
  return acting.database.transaction(async (tx) => {
    const before = await lockUser(tx, id);
    const after = { ...before, active: true };
    await note(tx, acting, 'user_activate', id, differences(before, after));
    return savePerson(tx, id, after);
  });
}

/** The old password and all sign-ins end; the way to a new one goes to the person, and to nobody else. */
export function resetUserPassword(acting: AdminContext, id: string): Promise<Row> {
  const { database, actorId, now } = acting;
  if (id === actorId) throw new AppError('CANNOT_SEND_LINK', 'Your own password is changed in your profile.');
  return database.transaction(async (tx) => {
    const person = await lockUser(tx, id);
    const { active, email, fullName } = person;
    if (!active) throw new AppError('CANNOT_SEND_LINK', `${fullName} is deactivated. Please activate the account first.`);
    if (email === null) throw new AppError('CANNOT_SEND_LINK', `${fullName} has no e-mail address. Add one, or set a password.`);
    await setPassword(tx, id, null);
    await revokeTokens(tx, id);
    await deleteLinks(tx, id);
    await queueLinkMail(tx, 'reset', { id, email }, now);
    await note(tx, acting, 'user_reset_password', id, [hidden]);
    return savePerson(tx, id, person);
  });
}

async function note(tx: Tx, { actorId, now }: AdminContext, action: AuditAction, id: string, changes: AuditChange[]): Promise<void> {
  if (changes.length > 0) await insertAudit(tx, { actorId, action, subjectType: 'user', subjectId: id, changes }, now);
}
