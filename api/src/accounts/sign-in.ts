import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import { hashToken, newToken } from '../platform/auth.ts';
import type { Database, Row } from '../platform/db.ts';
import { OneAtATime } from '../platform/one-at-a-time.ts';
import { guessLimits, phoneKey, tokenLifetimeDays } from './account-rules.ts';
import { clearFailures, countFailure, findSignIn, insertToken, readFailures, writeUser } from './account-store.ts';
import { passwordMatches } from './password.ts';

export interface SignedIn {
  token: string;
  expiresAt: Date;
  userJson: string;
}

export interface SignInInput {
  email?: string;
  phoneNumber?: string;
  password: string;
}

// In turn per account: guesses sent all at once are counted like guesses sent one by one.
const turns = new OneAtATime(200);

export async function signIn(database: Database, input: SignInInput, address: string, now: Date): Promise<SignedIn> {
  const [by, value] =
    input.email === undefined ? (['phone', phoneKey(input.phoneNumber ?? '')] as const) : (['email', input.email.trim()] as const);
  const account = await findSignIn(database.read, by, value);
  const keys = {
    account: account === undefined ? `unknown:${digest(value.toLowerCase())}` : `account:${account.user[0]}`,
    address: `address:${address}`,
  };
  return turns.run(keys.account, async () => {
    await refuseIfGuessing(database, keys, now);
    if (!(await passwordMatches(account?.active === true ? account.passwordHash : null, input.password)) || account === undefined) {
      await countFailure(database.write, keys.account, now, guessLimits.account.windowSeconds);
      await countFailure(database.write, keys.address, now, guessLimits.address.windowSeconds);
      throw new AppError('BAD_CREDENTIALS', 'E-mail or phone number and password do not match.');
    }
    await clearFailures(database.write, keys.account);
    return issueToken(database, account.user, now);
  });
}

async function refuseIfGuessing(database: Database, keys: { account: string; address: string }, now: Date): Promise<void> {
  for (const failures of await readFailures(database.write, [keys.account, keys.address], now)) {
    const limit = failures.key === keys.address ? guessLimits.address : guessLimits.account;
    if (failures.attempts < limit.attempts) continue;
    throw new AppError('TOO_MANY_ATTEMPTS', 'Too many wrong passwords. Please wait before you try again.', {
      retryAfterSeconds: failures.secondsLeft,
    });
  }
}

export async function issueToken(database: Database, user: Row, now: Date): Promise<SignedIn> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + tokenLifetimeDays * 86_400_000);
  await insertToken(database.write, hashToken(token), String(user[0]), now, expiresAt);
  return { token, expiresAt, userJson: writeUser(user) };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
