import { AppError } from '../errors.ts';
import { hashToken, newToken } from '../platform/http/auth.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import { type LinkKind, linkLifetimeHours, linkLimits, phoneKey } from './account-rules.ts';
import { countAttempt } from './account-store.ts';
import { greetingName } from './address-rules.ts';
import { claimAccount } from './claim-account.ts';
import { finishReset } from './finish-reset.ts';
import { type LinkMail, linkMail } from './link-mail.ts';
import { hashPassword } from './password.ts';
import { findAddressee, insertLink, isValidLink, queueLinkMail, takeLink } from './password-link-store.ts';
import { digest, type SignedIn } from './sign-in.ts';

/** Creates link and text of a mail at the time of sending, so that the database never contains the link itself. undefined: do not send. */
export async function writeLinkMail(
  db: Db,
  mail: { id: string; attempts: number },
  kind: LinkKind,
  publicUrl: string,
  now: Date,
): Promise<LinkMail | undefined> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + linkLifetimeHours[kind] * 3_600_000);
  const reader = await insertLink(db, mail, hashToken(token), expiresAt, now);
  return reader === undefined
    ? undefined
    : linkMail(kind, reader.language, greetingName(reader.language, reader.fullName, reader.form), publicUrl, token);
}

/** Queues a password link. Runs the same steps and one commit whether or not the account exists, so that clients cannot find out. */
export async function forgotPassword(
  database: Database,
  input: { email?: string; phoneNumber?: string },
  address: string,
  now: Date,
): Promise<void> {
  const [by, given] =
    input.email === undefined ? (['phone', phoneKey(input.phoneNumber ?? '')] as const) : (['email', input.email.trim()] as const);
  const secondsLeft = await database.transaction(async (tx) => {
    const { value, addressee } = await findAddressee(tx, by, given);
    const counted = [
      { key: `link-address:${address}`, ...linkLimits.address },
      { key: `link:${digest(value)}`, ...linkLimits.account },
    ];
    for (const { key, attempts: maxAttempts, windowSeconds } of counted) {
      const { attempts, secondsLeft: left } = await countAttempt(tx, key, now, windowSeconds);
      if (attempts > maxAttempts) return left;
    }
    // The same limit per account, by e-mail and phone number together. It is not an error, which would reveal that the account exists.
    const ownKey = `link-account:${addressee?.id ?? digest(value)}`;
    const { attempts } = await countAttempt(tx, ownKey, now, linkLimits.account.windowSeconds);
    await queueLinkMail(tx, 'forgotten', attempts > linkLimits.account.attempts ? undefined : addressee, now);
    return undefined;
  });
  if (secondsLeft === undefined) return;
  throw new AppError('TOO_MANY_ATTEMPTS', 'A new password was asked for too often. Please look into your mail, or wait.', {
    retryAfterSeconds: secondsLeft,
  });
}

const linkClosed = () =>
  new AppError('RESET_CLOSED', 'This link has been used, is too old, or is not one of ours. Please ask for a new one.');

/** Sets a password by link, once, ends every other way into the account, and signs in. A mailed link also confirms the address. */
export async function resetPassword(database: Database, token: string, password: string, now: Date): Promise<SignedIn> {
  const hash = hashToken(token);
  // Checked before the password is hashed, because hashing is expensive and anyone can call this.
  if (!(await isValidLink(database.read, hash, now))) throw linkClosed();
  const passwordHash = await hashPassword(password);
  return database.transaction(async (tx) => {
    const link = await takeLink(tx, hash, now);
    if (link === undefined) throw linkClosed();
    const { userId, email } = link;
    const claimed = email === null ? undefined : await claimAccount(tx, userId, email, now);
    return finishReset(tx, userId, passwordHash, claimed === undefined ? 'recovery' : 'claimed', now);
  });
}
