import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import { KeyedMutex } from '../platform/concurrency/keyed-mutex.ts';
import { Semaphore } from '../platform/concurrency/semaphore.ts';
import { hashToken, newToken } from '../platform/http/auth.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import { guessLimits, phoneKey, tokenLifetimeDays } from './account-rules.ts';
import {
  clearAttempts,
  countAttempt,
  findSignIn,
  insertToken,
  insertTokenForPassword,
  type SignInRecord,
  uncountAttempt,
  writeUser,
} from './account-store.ts';
import { insertAudit } from './audit-store.ts';
import { passwordMatches } from './password.ts';

export interface SignedIn {
  userId: string;
  token: string;
  expiresAt: Date;
  userJson: string;
}

export interface SignInInput {
  email?: string;
  phoneNumber?: string;
  password: string;
}

// In turn per account, so that many right passwords at once do not count as many guesses; and a few at a time
// in all, which keeps an office behind one address from filling the address's limit by signing in together.
const turns = new KeyedMutex(200);
const limited = new Semaphore(8).lane(500);

/**
 * `findDevice`: the device of an account that the request comes from, if the account signed in there before. Such a device has an
 * allowance of its own: wrong guesses from elsewhere do not keep the owner out.
 */
export async function signIn(
  database: Database,
  input: SignInInput,
  address: string,
  findDevice: (userId: string) => Promise<string | undefined>,
  now: Date,
): Promise<SignedIn> {
  const [by, value] =
    input.email === undefined ? (['phone', phoneKey(input.phoneNumber ?? '')] as const) : (['email', input.email.trim()] as const);
  const found = await findSignIn(database.read, by, value);
  const userId = found === undefined ? undefined : String(found.user[0]);
  const device = userId === undefined ? undefined : await findDevice(userId);
  const key = userId === undefined ? `unknown:${digest(value.toLowerCase())}` : guessKey(userId, device);
  return turns.run(key, () =>
    limited(async () => {
      // Counted before the password is looked at: guesses sent all at once, to any number of processes, are counted
      // like guesses sent one by one. The address comes first, so that one over its limit locks no account.
      await countGuess(database, `address:${address}`, guessLimits.address, now);
      await countGuess(database, key, device === undefined ? guessLimits.account : guessLimits.device, now);
      // Read again: while this waited for its turn, the password may have been changed.
      const account = await findSignIn(database.read, by, value);
      if (!(await passwordMatches(account?.active === true ? account.passwordHash : null, input.password)) || account === undefined) {
        throw badCredentials();
      }
      await clearAttempts(database.write, key);
      await uncountAttempt(database.write, `address:${address}`);
      return issueTokenForPassword(database, account, now);
    }),
  );
}

const guessKey = (userId: string, device: string | undefined): string =>
  device === undefined ? `account:${userId}` : `device:${userId}:${device}`;

const badCredentials = () => new AppError('BAD_CREDENTIALS', 'E-mail or phone number and password do not match.');

export async function countGuess(
  database: Database,
  key: string,
  limit: { attempts: number; windowSeconds: number },
  now: Date,
): Promise<void> {
  const { attempts, secondsLeft } = await countAttempt(database.write, key, now, limit.windowSeconds);
  if (attempts <= limit.attempts) return;
  throw new AppError('TOO_MANY_ATTEMPTS', 'Too many wrong passwords. Please wait before you try again.', {
    retryAfterSeconds: secondsLeft,
  });
}

function newSignIn(user: Row, now: Date): SignedIn {
  return {
    userId: String(user[0]),
    token: newToken(),
    expiresAt: new Date(now.getTime() + tokenLifetimeDays * 86_400_000),
    userJson: writeUser(user),
  };
}

export async function issueToken(database: Database, user: Row, now: Date): Promise<SignedIn> {
  const signedIn = newSignIn(user, now);
  await insertToken(database.write, hashToken(signedIn.token), String(user[0]), now, signedIn.expiresAt);
  return signedIn;
}

const roleAt = 9;

/** Only while the password is still the one that was looked at: a change of it ends what it opened, this included. */
function issueTokenForPassword(database: Database, { user, passwordHash }: SignInRecord, now: Date): Promise<SignedIn> {
  const signedIn = newSignIn(user, now);
  const id = String(user[0]);
  return database.transaction(async (tx) => {
    const hash = hashToken(signedIn.token);
    if (!(await insertTokenForPassword(tx, hash, id, passwordHash, now, signedIn.expiresAt))) throw badCredentials();
    if (user[roleAt] !== 'farmer') await insertAudit(tx, { actorId: id, action: 'sign_in', subjectType: 'user', subjectId: id }, now);
    return signedIn;
  });
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
