import { AppError, invalid } from '../errors.ts';
import { hashToken, newToken } from '../platform/http/auth.ts';
import type { Database } from '../platform/postgres/database.ts';
import { findPasswordError } from './account-rules.ts';
import { hasAdmin, insertUser, isSetupToken, type NewUser, replaceSetupToken, takeSetupToken } from './account-store.ts';
import { hashPassword } from './password.ts';
import { refusingDuplicates } from './register.ts';
import { issueToken, type SignedIn } from './sign-in.ts';

export interface FirstAdmin {
  email: string;
  password: string;
  fullName?: string;
}

async function firstAdmin({ email, password, fullName }: FirstAdmin): Promise<NewUser> {
  const message = findPasswordError(password);
  if (message !== undefined) throw invalid({ path: 'password', message });
  return {
    email: email.trim(),
    fullName: fullName?.trim() ?? 'Admin',
    phoneNumber: null,
    phoneConfirmed: true,
    street: null,
    city: null,
    province: null,
    postalCode: null,
    expertise: null,
    role: 'admin',
    language: 'en',
    passwordHash: await hashPassword(password),
  };
}

/**
 * Creates the configured admin if there is no admin yet. Without a configured one, returns a token for a set-up link.
 * undefined: there is an admin.
 */
export async function ensureFirstAdmin(database: Database, configured: FirstAdmin | undefined, now: Date): Promise<string | undefined> {
  if (await hasAdmin(database.read)) return undefined;
  if (configured !== undefined) {
    try {
      await refusingDuplicates(async () => insertUser(database.write, await firstAdmin(configured), now));
    } catch (error) {
      // Another process that started at the same time may have created the admin.
      if (!(await hasAdmin(database.write))) throw error;
    }
    return undefined;
  }
  const token = newToken();
  await replaceSetupToken(database.write, hashToken(token), now);
  return token;
}

const setUpClosed = () =>
  new AppError(
    'SETUP_CLOSED',
    'This set-up link has been used or replaced. Start the service again for a new one if there is no admin yet.',
  );

/** Creates the first admin by set-up link, once. */
export async function setUp(database: Database, token: string, input: FirstAdmin, now: Date): Promise<SignedIn> {
  const hash = hashToken(token);
  // Checked before the password is hashed: hashing is slow, and anyone may call this.
  if (!(await isSetupToken(database.read, hash)) || (await hasAdmin(database.read))) throw setUpClosed();
  const admin = await firstAdmin(input);
  const row = await refusingDuplicates(() =>
    database.transaction(async (tx) => {
      if (!(await takeSetupToken(tx, hash)) || (await hasAdmin(tx))) throw setUpClosed();
      return insertUser(tx, admin, now);
    }),
  );
  return issueToken(database, row, now);
}
