import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { type CodeBudget, type PhoneCodePurpose, phoneCode } from './phone-code-rules.ts';
import { userColumns } from './user.ts';

export interface NewPhoneCode {
  browserHash: Buffer;
  purpose: PhoneCodePurpose;
  phoneKey: string;
  /** Only of a verification. */
  userId: string | null;
  language: 'en' | 'vi';
}

export interface CountedLimit {
  key: string;
  attempts: number;
  windowSeconds: number;
}

// It reads no accounts, so it does the same for every number.
const requestStatement = statement(
  'request_phone_code',
  `with counted as materialized (
     select count_within_limits($1::text[], $2::integer[], $3::integer[], $4::timestamptz) as seconds
   ), stored as (
     insert into phone_code (browser_hash, purpose, phone_key, user_id, language, expires_at)
     select $5, $6, $7, $8::bigint, $9, $4::timestamptz + make_interval(secs => $10) from counted where seconds = 0
   )
   select seconds from counted`,
);

/** Counts the request within all limits and queues the code. Returns the seconds to wait if a limit is reached, otherwise 0. */
export async function insertPhoneCode(db: Db, code: NewPhoneCode, limits: readonly CountedLimit[], now: Date): Promise<number> {
  const [row] = await db.rows(requestStatement, [
    limits.map(({ key }) => key),
    limits.map(({ attempts }) => String(attempts)),
    limits.map(({ windowSeconds }) => String(windowSeconds)),
    now.toISOString(),
    code.browserHash,
    code.purpose,
    code.phoneKey,
    code.userId,
    code.language,
    phoneCode.lifetimeSeconds,
  ]);
  return Number(row?.[0]);
}

export interface DuePhoneCode {
  id: string;
  purpose: PhoneCodePurpose;
  phoneKey: string;
}

const claimStatement = statement(
  'claim_phone_codes',
  `update phone_code set claimed_at = $1::timestamptz
    where id = any(array(
      select id from phone_code where claimed_at is null and expires_at > $1::timestamptz order by id limit $2 for update skip locked))
   returning id, purpose, phone_key`,
);

/** Claims codes that wait for being sent. A code whose process ended is not claimed again: the person asks for another one. */
export async function claimPhoneCodes(db: Db, now: Date, limit: number): Promise<DuePhoneCode[]> {
  const rows = await db.rows(claimStatement, [now.toISOString(), limit]);
  return rows.map(([id, purpose, phoneKey]) => ({
    id: String(id),
    purpose: purpose as PhoneCodePurpose,
    phoneKey: String(phoneKey),
  }));
}

const ownerOfCode = `lateral (
     select u.id, u.language, u.phone_confirmed or u.role <> 'farmer' as is_known
       from app_user u where u.phone_key = c.phone_key and u.active and (c.user_id is null or c.user_id = u.id)
      order by u.phone_confirmed desc, u.id limit 1) u on true`;
const saveHashStatement = statement(
  'save_phone_code',
  `with c as (
     update phone_code set code_hash = $2, expires_at = $3::timestamptz + make_interval(secs => $4) where id = $1
     returning purpose, phone_key, user_id, language
   )
   select coalesce(u.language, c.language), c.purpose = 'registration' or u.id is not null,
          c.purpose <> 'registration' and u.is_known, c.purpose in ('sign_in', 'reset')
     from c left join ${ownerOfCode}`,
);

const countBlockStatement = statement(
  'count_block_of_numbers',
  'select count_within_limits($1::text[], $2::integer[], $3::integer[], $4::timestamptz)',
);

/**
 * Stores the hash of a code. `isSent`: someone may use it, so it is to be sent. A code to sign in that goes to a number that nobody has
 * confirmed is limited by its block of numbers now: the request was not, because it did not read the account. Undefined: the code is not
 * wanted any more.
 */
export async function savePhoneCode(
  db: Db,
  id: string,
  hash: Buffer,
  block: CountedLimit,
  now: Date,
): Promise<{ language: 'en' | 'vi'; isSent: boolean; budget: CodeBudget } | undefined> {
  const [row] = await db.rows(saveHashStatement, [id, hash, now.toISOString(), phoneCode.lifetimeSeconds]);
  if (row === undefined) return undefined;
  const [language, mayBeUsed, isKnown, isBlockUncounted] = [
    row[0] === 'en' ? 'en' : 'vi',
    row[1] === 't',
    row[2] === 't',
    row[3] === 't',
  ] as const;
  const budget = isKnown ? 'code' : 'new_number';
  if (!mayBeUsed || isKnown || !isBlockUncounted) return { language, isSent: mayBeUsed, budget };
  const limits = [[block.key], [String(block.attempts)], [String(block.windowSeconds)]];
  const [counted] = await db.rows(countBlockStatement, [...limits, now.toISOString()]);
  return { language, isSent: counted?.[0] === '0', budget };
}

// A try is counted before the code is compared, so parallel guesses are limited like sequential ones.
const takeTryStatement = statement(
  'take_phone_code_try',
  `update phone_code set tries = tries + 1
    where browser_hash = $1 and purpose = $2 and user_id is not distinct from $3::bigint and expires_at > $4::timestamptz and tries < $5
   returning id, encode(code_hash, 'hex')`,
);

export interface PhoneCodeTry {
  id: string;
  hash: Buffer | null;
}

/** Counts a try. Undefined: this browser has no valid code for the purpose, or no tries left. */
export async function takePhoneCodeTry(
  db: Db,
  { browserHash, purpose, userId }: Pick<NewPhoneCode, 'browserHash' | 'purpose' | 'userId'>,
  now: Date,
): Promise<PhoneCodeTry | undefined> {
  const [row] = await db.rows(takeTryStatement, [browserHash, purpose, userId, now.toISOString(), phoneCode.maxTries]);
  if (row === undefined) return undefined;
  return { id: String(row[0]), hash: row[1] == null ? null : Buffer.from(String(row[1]), 'hex') };
}

const takeCodeStatement = statement(
  'take_phone_code',
  'delete from phone_code where id = $1 and expires_at > $2::timestamptz returning phone_key',
);

/** Consumes a code; returns its number for exactly one caller. */
export async function takePhoneCode(tx: Tx, id: string, now: Date): Promise<string | undefined> {
  return (await tx.rows(takeCodeStatement, [id, now.toISOString()]))[0]?.[0] ?? undefined;
}

// Only the account for which the number is confirmed; if there is none, the oldest that has it, which no code opens: someone else may have typed
// the number. A farmer whom the office has entered has no way to sign in yet, so no one else can hold the account. After a confirmed e-mail
// address the account belongs to its owner, also if another person entered the number. After a reset an intruder may have entered it.
const lockOwnerStatement = statement(
  'lock_owner_of_phone',
  `select exists (select 1 from verified_phone v where v.user_id = u.id and v.phone_key = u.phone_key)
          or u.phone_confirmed and u.role = 'farmer' and not has_sign_in(u.id)
            and not exists (select 1 from verified_email e where e.user_id = u.id) and u.access_ended_at is null,
          ${userColumns('u')}
     from app_user u where u.phone_key = $1 and u.active order by u.phone_confirmed desc, u.id limit 1 for no key update of u`,
);

export interface PhoneOwner {
  id: string;
  /** The number is confirmed, or belongs to a farmer who has never had another way to sign in. */
  canUseCode: boolean;
  user: Row;
}

export async function lockPhoneOwner(tx: Tx, phoneKey: string): Promise<PhoneOwner | undefined> {
  const [row] = await tx.rows(lockOwnerStatement, [phoneKey]);
  return row === undefined ? undefined : { id: String(row[1]), canUseCode: row[0] === 't', user: row.slice(1) };
}

const verifyStatement = statement(
  'verify_phone',
  `insert into verified_phone (user_id, phone_key, verified_at) select u.id, u.phone_key, $3 from app_user u where u.id = $1 and u.phone_key = $2
   on conflict (user_id) do update set phone_key = excluded.phone_key, verified_at = excluded.verified_at
    where verified_phone.phone_key <> excluded.phone_key`,
);

/** Confirms a number that a code has proved; a trigger does the same on the account. Violates app_user_phone if another account has it confirmed. */
export async function verifyPhone(tx: Tx, userId: string, phoneKey: string, now: Date): Promise<void> {
  await tx.rows(verifyStatement, [userId, phoneKey, now.toISOString()]);
}

const ownPhoneStatement = statement(
  'read_own_phone',
  `select u.phone_number, u.phone_key, v.user_id is not null, u.phone_confirmed
     from app_user u left join verified_phone v on v.user_id = u.id and v.phone_key = u.phone_key where u.id = $1`,
);

export interface OwnPhone {
  phoneNumber: string | null;
  phoneKey: string | null;
  isVerified: boolean;
  isConfirmed: boolean;
}

export async function readOwnPhone(db: Db, userId: string): Promise<OwnPhone> {
  const [row] = await db.rows(ownPhoneStatement, [userId]);
  return { phoneNumber: row?.[0] ?? null, phoneKey: row?.[1] ?? null, isVerified: row?.[2] === 't', isConfirmed: row?.[3] === 't' };
}
