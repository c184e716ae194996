import { AppError } from '../errors.ts';
import { type Database, violatedConstraint } from '../platform/postgres/database.ts';
import { normalizePhone, registrationLimit } from './account-rules.ts';
import { countAttempt, insertUser } from './account-store.ts';
import { hashPassword } from './password.ts';
import { issueToken, type SignedIn } from './sign-in.ts';

export interface RegisterInput {
  email?: string;
  password: string;
  fullName: string;
  phoneNumber: string;
  street?: string;
  city?: string;
  province?: string;
  postalCode?: string;
}

/**
 * Registers a farmer and signs in. Anyone can type any number, so it is not confirmed, and the answer does not depend on whether another account
 * has it. `network`: the origin of the request; undefined: not rate-limited.
 */
export async function register(
  database: Database,
  input: RegisterInput,
  language: 'en' | 'vi',
  network: string | undefined,
  now: Date,
): Promise<SignedIn> {
  if (network !== undefined) await countRegistration(database, network, now);
  const passwordHash = await hashPassword(input.password);
  const row = await refusingDuplicates(() =>
    insertUser(
      database.write,
      {
        email: input.email?.trim() ?? null,
        fullName: input.fullName.trim(),
        phoneNumber: normalizePhone(input.phoneNumber),
        phoneConfirmed: false,
        street: input.street?.trim() ?? null,
        city: input.city?.trim() ?? null,
        province: input.province?.trim() ?? null,
        postalCode: input.postalCode?.trim() ?? null,
        expertise: null,
        role: 'farmer',
        language,
        passwordHash,
      },
      now,
    ),
  );
  return issueToken(database, row, now);
}

/** Limits registrations per network. Must run before the password is hashed, because hashing is expensive. */
export async function countRegistration(database: Database, network: string, now: Date): Promise<void> {
  const { attempts, secondsLeft } = await countAttempt(database.write, `register:${network}`, now, registrationLimit.windowSeconds);
  if (attempts <= registrationLimit.attempts) return;
  throw new AppError('TOO_MANY_ATTEMPTS', 'Too many accounts were made from your network. Please try again later.', {
    retryAfterSeconds: secondsLeft,
  });
}

export async function refusingDuplicates<T>(insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    const constraint = violatedConstraint(error);
    const path = constraint === 'app_user_email' ? 'email' : constraint === 'app_user_phone' ? 'phoneNumber' : undefined;
    if (path === undefined) throw error;
    const what = path === 'email' ? 'e-mail address' : 'phone number';
    throw new AppError('ACCOUNT_EXISTS', `There is an account with this ${what} already. Sign in, or use another.`, {
      errors: [{ path, message: 'belongs to an account already' }],
    });
  }
}
