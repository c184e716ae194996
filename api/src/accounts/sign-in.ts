import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import { KeyedMutex } from '../platform/concurrency/keyed-mutex.ts';
import { Semaphore } from '../platform/concurrency/semaphore.ts';
import { hashToken, newToken } from '../platform/http/auth.ts';
import type { Database, Row, Tx } from '../platform/postgres/database.ts';
import { guessLimits, phoneKey, tokenLifetimeDays } from './account-rules.ts';
import {
  clearAttempts,
  countAttempt,
  findSignIn,
  insertToken,
  insertTokenForPassword,
  listSignInsByNumber,
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

// One sign-in at a time per account, so that concurrent correct passwords do not reach the account's limit; and few in total, so that
// an office behind one address does not reach the address's limit when all sign in at once.
const accountMutex = new KeyedMutex(200);
const signInQueue = new Semaphore(8).lane(500);

type FindDevice = (userId: string) => Promise<string | undefined>;

/**
 * Checks the password and issues a token. `findDevice` returns the known device that the request comes from. A known device has its own
 * limit of attempts, so that wrong passwords from other devices do not lock the owner out.
 */
export function signIn(database: Database, input: SignInInput, address: string, findDevice: FindDevice, now: Date): Promise<SignedIn> {
  const { email, phoneNumber = '', password } = input;
  return email === undefined
    ? signInByNumber(database, phoneKey(phoneNumber), password, address, findDevice, now)
    : signInByEmail(database, email.trim(), password, address, findDevice, now);
}

async function signInByEmail(
  database: Database,
  email: string,
  password: string,
  address: string,
  findDevice: FindDevice,
  now: Date,
): Promise<SignedIn> {
  const found = await findSignIn(database.read, email);
  const userId = found === undefined ? undefined : String(found.user[0]);
  const device = userId === undefined ? undefined : await findDevice(userId);
  const key = userId === undefined ? `unknown:${digest(email.toLowerCase())}` : guessKey(userId, device);
  return accountMutex.run(key, () =>
    signInQueue(async () => {
      // Counted before the password is checked, so that parallel attempts on any number of processes are limited like sequential ones.
      // The address is counted first, so that an address over its limit does not lock accounts.
      await countGuess(database, `address:${address}`, guessLimits.address, now);
      await countGuess(database, key, device === undefined ? guessLimits.account : guessLimits.device, now);
      // Read again, because the password may have changed while this request was queued.
      const account = await findSignIn(database.read, email);
      if (!(await passwordMatches(account?.active === true ? account.passwordHash : null, password)) || account === undefined) {
        throw badCredentials();
      }
      return finishSignIn(database, account, key, address, now);
    }),
  );
}

/**
 * Several accounts may have the number. Those that know the device are checked first, with their own limits. Then up to three others: the one
 * that has confirmed the number, and the oldest. As many passwords are checked for every number, and attempts are counted for the number
 * whatever their result, so that neither time nor limit shows whether another account has it.
 */
function signInByNumber(
  database: Database,
  number: string,
  password: string,
  address: string,
  findDevice: FindDevice,
  now: Date,
): Promise<SignedIn> {
  const key = `number:${digest(number)}`;
  return accountMutex.run(key, () =>
    signInQueue(async () => {
      await countGuess(database, `address:${address}`, guessLimits.address, now);
      const accounts = await listSignInsByNumber(database.read, number, maxAccountsRead);
      const devices = await Promise.all(accounts.map(({ user }) => findDevice(String(user[0]))));
      const known = accounts.filter((_, at) => devices[at] !== undefined).slice(0, maxAccountsChecked);
      for (const account of known) {
        const ownKey = guessKey(String(account.user[0]), devices[accounts.indexOf(account)]);
        await countGuess(database, ownKey, guessLimits.device, now);
        if (await passwordMatches(account.passwordHash, password)) return finishSignIn(database, account, ownKey, address, now);
      }
      await countGuess(database, key, guessLimits.number, now);
      const others = accounts.filter((_, at) => devices[at] === undefined).slice(0, maxAccountsChecked);
      const waits = await Promise.all(others.map(({ user }) => guessWait(database, guessKey(String(user[0]), undefined), now)));
      const hashes = Array.from({ length: maxAccountsChecked }, (_, at) => (waits[at] === 0 ? (others[at]?.passwordHash ?? null) : null));
      const matches = await Promise.all(hashes.map((hash) => passwordMatches(hash, password)));
      const account = others[matches.indexOf(true)];
      if (account !== undefined) return finishSignIn(database, account, guessKey(String(account.user[0]), undefined), address, now);
      const wait = Math.max(0, ...waits);
      throw wait === 0 ? badCredentials() : tooManyGuesses(wait);
    }),
  );
}

/** Of the accounts with one number, those whose passwords are checked. */
const maxAccountsChecked = 3;
/** More, to find the accounts that know the device. */
const maxAccountsRead = 20;

async function finishSignIn(database: Database, account: SignInRecord, key: string, address: string, now: Date): Promise<SignedIn> {
  await clearAttempts(database.write, key);
  await uncountAttempt(database.write, `address:${address}`);
  return issueTokenForPassword(database, account, now);
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
  if (attempts > limit.attempts) throw tooManyGuesses(secondsLeft);
}

const tooManyGuesses = (retryAfterSeconds: number) =>
  new AppError('TOO_MANY_ATTEMPTS', 'Too many wrong passwords. Please wait before you try again.', { retryAfterSeconds });

/** Counts a guess at an account; returns the seconds to wait, 0 within the limit. */
async function guessWait(database: Database, key: string, now: Date): Promise<number> {
  const { attempts, secondsLeft } = await countAttempt(database.write, key, now, guessLimits.account.windowSeconds);
  return attempts <= guessLimits.account.attempts ? 0 : secondsLeft;
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

/** Issues a token without a password, for a user whom the transaction has locked. */
export async function issueTokenWithin(tx: Tx, user: Row, now: Date): Promise<SignedIn> {
  const signedIn = newSignIn(user, now);
  const id = String(user[0]);
  await insertToken(tx, hashToken(signedIn.token), id, now, signedIn.expiresAt);
  if (user[roleIndex] !== 'farmer') await insertAudit(tx, { actorId: id, action: 'sign_in', subjectType: 'user', subjectId: id }, now);
  return signedIn;
}

const roleIndex = 9;

/** Fails if the password has changed since it was checked, so that no token of an old password remains. */
function issueTokenForPassword(database: Database, { user, passwordHash }: SignInRecord, now: Date): Promise<SignedIn> {
  const signedIn = newSignIn(user, now);
  const id = String(user[0]);
  return database.transaction(async (tx) => {
    const hash = hashToken(signedIn.token);
    if (!(await insertTokenForPassword(tx, hash, id, passwordHash, now, signedIn.expiresAt))) throw badCredentials();
    if (user[roleIndex] !== 'farmer') await insertAudit(tx, { actorId: id, action: 'sign_in', subjectType: 'user', subjectId: id }, now);
    return signedIn;
  });
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
