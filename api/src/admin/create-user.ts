import { contactErrors, expertiseErrors, normalizePhone, phoneKey } from '../accounts/account-rules.ts';
import { insertUser, type NewUser } from '../accounts/account-store.ts';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { hashPassword } from '../accounts/password.ts';
import { queueLinkMail } from '../accounts/password-link-store.ts';
import { refusingDuplicates } from '../accounts/register.ts';
import { releaseNumbers } from '../accounts/release-numbers.ts';
import type { Expertise } from '../accounts/user.ts';
import { type FieldError, invalid } from '../errors.ts';
import type { Role } from '../platform/http/auth.ts';
import type { Row } from '../platform/postgres/database.ts';
import type { AdminContext } from './admin-context.ts';

export interface CreateUserInput {
  role: Role;
  expertise?: Expertise;
  fullName: string;
  email?: string;
  phoneNumber?: string;
  street?: string;
  city?: string;
  province?: string;
  postalCode?: string;
  language?: 'en' | 'vi';
  password?: string;
}

/** Validates the input and hashes the password. Hashing is slow, so call it outside a transaction. */
export async function prepareUser(input: CreateUserInput, hasMailServer: boolean): Promise<NewUser> {
  const person = {
    email: input.email?.trim() ?? null,
    fullName: input.fullName.trim(),
    phoneNumber: input.phoneNumber === undefined ? null : normalizePhone(input.phoneNumber),
    phoneConfirmed: true,
    street: input.street?.trim() ?? null,
    city: input.city?.trim() ?? null,
    province: input.province?.trim() ?? null,
    postalCode: input.postalCode?.trim() ?? null,
    expertise: input.expertise ?? null,
    role: input.role,
    language: input.language ?? 'vi',
  };
  const errors = [...contactErrors(person), ...expertiseErrors(person.role, person.expertise), ...signInErrors(input, hasMailServer)];
  if (errors.length > 0) throw invalid(...errors);
  return { ...person, passwordHash: input.password === undefined ? null : await hashPassword(input.password) };
}

/** Creates a prepared user. Without a password the user is mailed an invitation link. */
export function createUser({ database, actorId, now }: AdminContext, user: NewUser): Promise<Row> {
  const { passwordHash: _, phoneConfirmed: __, ...person } = user;
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      const row = await insertUser(tx, user, now);
      const id = String(row[0]);
      if (user.phoneNumber !== null) await releaseNumbers(tx, [phoneKey(user.phoneNumber)], actorId, now);
      if (user.passwordHash === null && user.email !== null) {
        await queueLinkMail(tx, 'invitation', { id, email: user.email }, now);
      }
      const changes = differences({}, person);
      await insertAudit(tx, { actorId, action: 'user_create', subjectType: 'user', subjectId: id, changes }, now);
      return row;
    }),
  );
}

/** Farmers need no sign-in, staff do. Without a mail server, the admin creates an invitation link afterwards. */
function signInErrors({ role, email, password }: CreateUserInput, hasMailServer: boolean): FieldError[] {
  if (password !== undefined || role === 'farmer' || email !== undefined || !hasMailServer) return [];
  return [{ path: 'password', message: 'is required, unless there is an e-mail address to send a link to' }];
}
