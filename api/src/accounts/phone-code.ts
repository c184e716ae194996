import { randomInt, timingSafeEqual } from 'node:crypto';
import { AppError, invalid } from '../errors.ts';
import { hashToken, newToken, type Principal } from '../platform/http/auth.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { sendAccessNotice } from './access-notice.ts';
import { insertUser } from './account-store.ts';
import { insertAudit } from './audit-store.ts';
import { lockNumber } from './confirmed-number-store.ts';
import { noteAddedAgain } from './ended-access-store.ts';
import { finishReset } from './finish-reset.ts';
import { hashPassword } from './password.ts';
import { type CodeBudget, type PhoneCodePurpose, phoneCode, phoneCodeLimits, phonePrefix } from './phone-code-rules.ts';
import {
  type CountedLimit,
  insertPhoneCode,
  lockPhoneOwner,
  type PhoneOwner,
  readOwnPhone,
  takePhoneCode,
  takePhoneCodeTry,
  verifyPhone,
} from './phone-code-store.ts';
import { type RegisterInput, refusingDuplicates } from './register.ts';
import { releaseNumbers } from './release-numbers.ts';
import { digest, issueTokenWithin, type SignedIn } from './sign-in.ts';
import { lockSignedIn } from './signed-in-store.ts';

export interface PhoneCodeContext {
  database: Database;
  secrets: SecretBox;
  now: Date;
}

export interface PhoneCodeRequest {
  purpose: PhoneCodePurpose;
  /** By which it is limited. */
  budget: CodeBudget;
  phoneKey: string;
  /** The signed-in user of a verification. */
  userId: string | null;
  language: 'en' | 'vi';
  /** Where the request comes from; undefined: not limited. */
  network: string | undefined;
}

/**
 * Queues a code for a number. A background job makes and sends it. Returns the secret of the browser, without which the code is of no
 * use. It does the same for every number, whether or not it has an account.
 */
export async function requestPhoneCode(database: Database, request: PhoneCodeRequest, now: Date): Promise<string> {
  const { purpose, budget, phoneKey, userId, language, network } = request;
  const browserToken = newToken();
  const limits: CountedLimit[] = [
    ...(network === undefined ? [] : [{ key: `code-address:${network}`, ...phoneCodeLimits.address }]),
    ...(budget === 'code' ? [] : [blockLimit(phoneKey)]),
    { key: `code-day:${digest(phoneKey)}`, ...phoneCodeLimits.day },
    { key: `code-number:${digest(phoneKey)}`, ...phoneCodeLimits.number },
    { key: `code-repeat:${digest(phoneKey)}`, ...phoneCodeLimits.repeat },
  ];
  const code = { browserHash: hashToken(browserToken), purpose, phoneKey, userId, language };
  const secondsLeft = await insertPhoneCode(database.write, code, limits, now);
  if (secondsLeft === 0) return browserToken;
  throw new AppError('TOO_MANY_ATTEMPTS', `Too many codes were requested. Please wait ${waitText(secondsLeft)}, then try again.`, {
    retryAfterSeconds: secondsLeft,
  });
}

/** Of codes to numbers that nobody has confirmed. It does not count for people with accounts in the same block. */
export const blockLimit = (phoneKey: string): CountedLimit => ({ key: `code-prefix:${phonePrefix(phoneKey)}`, ...phoneCodeLimits.prefix });

const waitText = (seconds: number): string => {
  if (seconds <= 60) return 'a minute';
  return seconds <= 2 * 3600 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
};

export const newPhoneCode = (): string => String(randomInt(10 ** phoneCode.digits)).padStart(phoneCode.digits, '0');

/** Bound to the request, so that a hash cannot be copied to another one. */
export const hashPhoneCode = (secrets: SecretBox, requestId: string, code: string): Buffer =>
  secrets.hash('phone-code', `${requestId}:${code}`);

const refused = () =>
  new AppError('PHONE_CODE_REFUSED', 'The code is wrong, was used before or is too old. Check the newest SMS, or request another code.');

const notVerified = () =>
  new AppError(
    'PHONE_NOT_VERIFIED',
    'This number is not confirmed for an account. Sign in in another way and confirm it under My account, sign up with the number, or call the office.',
  );

export interface GivenCode {
  purpose: PhoneCodePurpose;
  userId?: string;
  /** Undefined: the browser has no cookie. */
  browserToken: string | undefined;
  code: string;
}

/** Checks a code without consuming it; returns the id of its request. Every wrong code gets the same answer. */
async function checkCode({ database, secrets, now }: PhoneCodeContext, given: GivenCode): Promise<string> {
  const { purpose, userId = null, browserToken, code } = given;
  if (browserToken === undefined) throw refused();
  const found = await takePhoneCodeTry(database.write, { browserHash: hashToken(browserToken), purpose, userId }, now);
  if (found?.hash == null || !timingSafeEqual(found.hash, hashPhoneCode(secrets, found.id, code))) throw refused();
  return found.id;
}

/** Consumes the code and locks the account that may use it, in the same transaction. */
async function takeOwner(tx: Tx, requestId: string, now: Date): Promise<PhoneOwner> {
  const phoneKey = await takePhoneCode(tx, requestId, now);
  if (phoneKey === undefined) throw refused();
  await lockNumber(tx, phoneKey);
  const owner = await lockPhoneOwner(tx, phoneKey);
  if (owner === undefined) throw refused();
  if (!owner.canUseCode) throw notVerified();
  await proveNumber(tx, owner.id, phoneKey, now);
  return owner;
}

/** The code proves that the number is that of the account. Other accounts that have it lose it. The number is locked. */
async function proveNumber(tx: Tx, userId: string, phoneKey: string, now: Date): Promise<void> {
  await verifyPhone(tx, userId, phoneKey, now);
  await releaseNumbers(tx, [phoneKey], userId, now);
}

export async function signInWithPhoneCode(context: PhoneCodeContext, given: Omit<GivenCode, 'purpose'>): Promise<SignedIn> {
  const { database, now } = context;
  const requestId = await checkCode(context, { ...given, purpose: 'sign_in' });
  return database.transaction(async (tx) => issueTokenWithin(tx, (await takeOwner(tx, requestId, now)).user, now));
}

export type PhoneRegistration = Omit<RegisterInput, 'password' | 'phoneNumber'> & { password?: string; language: 'en' | 'vi' };

/** Registers a farmer with the number of the code, and signs in. */
export async function registerWithPhoneCode(
  context: PhoneCodeContext,
  given: Omit<GivenCode, 'purpose'>,
  input: PhoneRegistration,
): Promise<SignedIn> {
  const { database, now } = context;
  const requestId = await checkCode(context, { ...given, purpose: 'registration' });
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      const phoneKey = await takePhoneCode(tx, requestId, now);
      if (phoneKey === undefined) throw refused();
      await lockNumber(tx, phoneKey);
      const user = await insertUser(
        tx,
        {
          email: input.email?.trim() ?? null,
          fullName: input.fullName.trim(),
          phoneNumber: phoneKey,
          phoneConfirmed: true,
          street: input.street?.trim() ?? null,
          city: input.city?.trim() ?? null,
          province: input.province?.trim() ?? null,
          postalCode: input.postalCode?.trim() ?? null,
          expertise: null,
          role: 'farmer',
          language: input.language,
          passwordHash,
        },
        now,
      );
      await proveNumber(tx, String(user[0]), phoneKey, now);
      return issueTokenWithin(tx, user, now);
    }),
  );
}

/** Sets a password by code, ends every other way into the account, and signs in. */
export async function resetPasswordWithPhoneCode(
  context: PhoneCodeContext,
  given: Omit<GivenCode, 'purpose'>,
  password: string,
): Promise<SignedIn> {
  const { database, now } = context;
  const requestId = await checkCode(context, { ...given, purpose: 'reset' });
  const passwordHash = await hashPassword(password);
  return database.transaction(async (tx) => {
    const { id } = await takeOwner(tx, requestId, now);
    return finishReset(tx, id, passwordHash, 'phone', now);
  });
}

/** The key of the user's own number, to which a code can be sent, and who pays for it. */
export async function ownCodeTarget(database: Database, { id, role }: Principal): Promise<{ phoneKey: string; budget: CodeBudget }> {
  const { phoneKey, isConfirmed } = await readOwnPhone(database.read, id);
  if (phoneKey === null) throw invalid({ path: 'phoneNumber', message: 'is required' });
  return { phoneKey, budget: isConfirmed || role !== 'farmer' ? 'code' : 'new_number' };
}

/** Confirms the number of the signed-in user. A code for an earlier number of the account is refused. */
export async function verifyOwnPhone(
  context: PhoneCodeContext,
  user: Principal,
  /** The hash of the token of the request. */
  token: Buffer,
  given: Omit<GivenCode, 'purpose' | 'userId'>,
): Promise<void> {
  const { database, now } = context;
  const requestId = await checkCode(context, { ...given, purpose: 'verification', userId: user.id });
  await refusingDuplicates(() =>
    database.transaction(async (tx) => {
      const phoneKey = await takePhoneCode(tx, requestId, now);
      if (phoneKey === undefined) throw refused();
      await lockNumber(tx, phoneKey);
      await lockSignedIn(tx, user.id, token);
      // Another account may have confirmed the number since the code was requested.
      if ((await readOwnPhone(tx, user.id)).phoneKey !== phoneKey) throw refused();
      await proveNumber(tx, user.id, phoneKey, now);
      await noteAddedAgain(tx, user.id, 'phone_confirmation');
      await sendAccessNotice(tx, user.id, 'phone_confirmation', { hasSms: true, now });
      if (user.role !== 'farmer')
        await insertAudit(tx, { actorId: user.id, action: 'phone_verify', subjectType: 'user', subjectId: user.id }, now);
    }),
  );
}
