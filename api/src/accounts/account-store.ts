import type { Principal, Role } from '../platform/http/auth.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { inBatches } from '../platform/postgres/in-batches.ts';
import { statement } from '../platform/postgres/sql.ts';
import { type Expertise, UserSchema, userColumns } from './user.ts';

export const writeUser = compileRowWriter(UserSchema);

export interface NewUser {
  email: string | null;
  fullName: string;
  phoneNumber: string | null;
  /** Whether the office or a code vouches for the number: the office finds an account by a confirmed number only. */
  phoneConfirmed: boolean;
  street: string | null;
  city: string | null;
  province: string | null;
  postalCode: string | null;
  expertise: Expertise | null;
  role: Role;
  language: 'en' | 'vi';
  passwordHash: string | null;
}

const insertUserText = `insert into app_user as u
     (email, full_name, phone_number, street, city, province, postal_code, expertise, role, language, password_hash, created_at, phone_confirmed)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

const insertUserStatement = statement('insert_user', `${insertUserText} returning ${userColumns('u')}`);

const insertUserIfAbsentStatement = statement('insert_user_if_absent', `${insertUserText} on conflict do nothing`);

const valuesOf = (user: NewUser, now: Date) => [
  user.email,
  user.fullName,
  user.phoneNumber,
  user.street,
  user.city,
  user.province,
  user.postalCode,
  user.expertise,
  user.role,
  user.language,
  user.passwordHash,
  now.toISOString(),
  user.phoneConfirmed,
];

/** Does nothing if a user with the confirmed phone number or the e-mail address exists. */
export async function insertUserIfAbsent(db: Db, user: NewUser, now: Date): Promise<void> {
  await db.rows(insertUserIfAbsentStatement, valuesOf(user, now));
}

const findByPhoneStatement = statement('find_by_phone', 'select id, role, active from app_user where phone_key = $1 and phone_confirmed');

/** The account for which the number is confirmed. */
export async function findByPhone(db: Db, phoneKey: string): Promise<{ id: string; role: Role; active: boolean } | undefined> {
  const [row] = await db.rows(findByPhoneStatement, [phoneKey]);
  return row === undefined ? undefined : { id: String(row[0]), role: row[1] as Role, active: row[2] === 't' };
}

/** Violates the constraint app_user_email, or app_user_phone if the number is confirmed for this and another user. */
export async function insertUser(db: Db, user: NewUser, now: Date): Promise<Row> {
  const [row] = await db.rows(insertUserStatement, valuesOf(user, now));
  return row as Row;
}

const getUserStatement = statement('get_user', `select ${userColumns('u')} from app_user u where u.id = $1`);

export async function getUserJson(db: Db, id: string): Promise<string> {
  const [row] = await db.rows(getUserStatement, [id]);
  if (row === undefined) throw new Error('a signed-in user is missing');
  return writeUser(row);
}

const languageStatement = statement('language_of_user', 'select language from app_user where id = $1');

/** The language of messages to a user. */
export async function readLanguage(db: Db, id: string): Promise<'en' | 'vi'> {
  return (await db.rows(languageStatement, [id]))[0]?.[0] === 'en' ? 'en' : 'vi';
}

const signInColumns = `u.password_hash, u.active, ${userColumns('u')}`;
const findByEmailStatement = statement('sign_in_by_email', `select ${signInColumns} from app_user u where lower(u.email) = lower($1)`);
const findByNumberStatement = statement(
  'sign_in_by_phone',
  `select ${signInColumns} from app_user u where u.phone_key = $1 and u.active order by u.phone_confirmed desc, u.id limit $2`,
);

export interface SignInRecord {
  passwordHash: string | null;
  active: boolean;
  user: Row;
}

const toSignIn = (row: Row): SignInRecord => ({ passwordHash: row[0] ?? null, active: row[1] === 't', user: row.slice(2) });

export async function findSignIn(db: Db, email: string): Promise<SignInRecord | undefined> {
  const [row] = await db.rows(findByEmailStatement, [email]);
  return row === undefined ? undefined : toSignIn(row);
}

/** Active accounts with a number: the one for which it is confirmed, then those that were made first. */
export async function listSignInsByNumber(db: Db, phoneKey: string, limit: number): Promise<SignInRecord[]> {
  return (await db.rows(findByNumberStatement, [phoneKey, limit])).map(toSignIn);
}

const insertTokenStatement = statement(
  'insert_token',
  'insert into access_token (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
);

export async function insertToken(db: Db, hash: Buffer, userId: string, now: Date, expiresAt: Date): Promise<void> {
  await db.rows(insertTokenStatement, [hash, userId, now.toISOString(), expiresAt.toISOString()]);
}

// The lock waits for a concurrent change of the password, so that the new hash is compared.
const insertTokenForPasswordStatement = statement(
  'insert_token_for_password',
  `insert into access_token (hash, user_id, created_at, expires_at)
   select $1, u.id, $3, $4 from app_user u where u.id = $2 and u.active and u.password_hash = $5 for share of u
   returning 1`,
);

/** false: the password has changed since it was checked, or the account is deactivated. */
export async function insertTokenForPassword(
  tx: Tx,
  hash: Buffer,
  userId: string,
  passwordHash: string | null,
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const values = [hash, userId, now.toISOString(), expiresAt.toISOString(), passwordHash];
  return (await tx.rows(insertTokenForPasswordStatement, values)).length > 0;
}

const findPrincipalStatement = statement(
  'find_principal',
  `select u.id, u.role, extract(epoch from t.expires_at) * 1000
     from access_token t join app_user u on u.id = t.user_id
    where t.hash = $1 and t.expires_at > $2 and u.active`,
);

export async function findTokenPrincipal(db: Db, hash: Buffer, now: Date): Promise<{ principal: Principal; expiresAt: Date } | undefined> {
  const [row] = await db.rows(findPrincipalStatement, [hash, now.toISOString()]);
  if (row === undefined) return undefined;
  return { principal: { id: row[0] as string, role: row[1] as Role }, expiresAt: new Date(Number(row[2])) };
}

// NOTIFY in the same transaction, so every process removes the token from its cache at the commit.
const deleteTokenStatement = statement(
  'delete_token',
  "with gone as (delete from access_token where hash = $1 returning 1) select pg_notify('swath_revoked', '') from gone",
);

export async function deleteToken(db: Db, hash: Buffer): Promise<void> {
  await db.rows(deleteTokenStatement, [hash]);
}

// The outer condition is checked again after the row lock: a concurrent attempt may have begun a new window under the same key.
const deleteExpiredStatement = (table: string, key: string, end: string) =>
  statement(
    `delete_expired_${table}`,
    `delete from ${table} where ${end} < $1 and ${key} = any(array(select ${key} from ${table} where ${end} < $1 order by ${end} limit $2)) returning 1`,
  );
const deleteExpiredStatements = [
  deleteExpiredStatement('access_token', 'hash', 'expires_at'),
  deleteExpiredStatement('password_reset', 'hash', 'expires_at'),
  deleteExpiredStatement('sign_in_attempt', 'key', 'window_ends_at'),
  deleteExpiredStatement('passkey_challenge', 'browser_hash', 'expires_at'),
  deleteExpiredStatement('phone_code', 'id', 'expires_at'),
  deleteExpiredStatement('ended_access', 'id', 'expires_at'),
  deleteExpiredStatement('former_contact', 'id', 'expires_at'),
  deleteExpiredStatement('oidc_attempt', 'browser_hash', 'expires_at'),
  deleteExpiredStatement('oidc_registration', 'browser_hash', 'expires_at'),
];

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  for (const expired of deleteExpiredStatements)
    await inBatches(async (batchSize) => (await db.rows(expired, [now.toISOString(), batchSize])).length);
}

// A window that ends later than a window that begins now was written before the clock was set back. It is shortened, so that the
// account is not locked for as long as the clock was wrong; the number of attempts stays.
const countAttemptStatement = statement(
  'count_sign_in_attempt',
  `insert into sign_in_attempt as a (key, attempts, window_ends_at) values ($1, 1, $2::timestamptz + make_interval(secs => $3))
   on conflict (key) do update
     set attempts = case when a.window_ends_at <= $2::timestamptz then 1 else least(a.attempts, 1000000) + 1 end,
         window_ends_at = case when a.window_ends_at <= $2::timestamptz then excluded.window_ends_at
                               else least(a.window_ends_at, excluded.window_ends_at) end
   returning attempts, extract(epoch from window_ends_at - $2::timestamptz)`,
);

/** Counts an attempt; returns the number of attempts in the window, this one included. */
export async function countAttempt(
  db: Db,
  key: string,
  now: Date,
  windowSeconds: number,
): Promise<{ attempts: number; secondsLeft: number }> {
  const [row] = await db.rows(countAttemptStatement, [key, now.toISOString(), windowSeconds]);
  return { attempts: Number(row?.[0]), secondsLeft: Number(row?.[1]) };
}

const countAttemptsStatement = statement(
  'count_sign_in_attempts',
  `insert into sign_in_attempt as a (key, attempts, window_ends_at)
   select key, 1, $2::timestamptz + make_interval(secs => $3) from (select distinct unnest($1::text[]) as key) given order by key
   on conflict (key) do update
     set attempts = case when a.window_ends_at <= $2::timestamptz then 1 else least(a.attempts, 1000000) + 1 end,
         window_ends_at = case when a.window_ends_at <= $2::timestamptz then excluded.window_ends_at
                               else least(a.window_ends_at, excluded.window_ends_at) end
   returning key, attempts`,
);

/** Counts one attempt of each key, in one statement; returns the number of attempts in the window by key. */
export async function countAttempts(db: Db, keys: readonly string[], now: Date, windowSeconds: number): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db.rows(countAttemptsStatement, [[...keys], now.toISOString(), windowSeconds]);
  return new Map(rows.map(([key, attempts]) => [String(key), Number(attempts)]));
}

const readAttemptsStatement = statement(
  'read_sign_in_attempts',
  `select attempts, extract(epoch from window_ends_at - $2::timestamptz) from sign_in_attempt
    where key = $1 and window_ends_at > $2::timestamptz and window_ends_at <= $2::timestamptz + make_interval(secs => $3, mins => 1)`,
);

/** The number of attempts in the window, without counting one. A window written before the clock was set back is ignored. */
export async function readAttempts(
  db: Db,
  key: string,
  now: Date,
  windowSeconds: number,
): Promise<{ attempts: number; secondsLeft: number }> {
  const [row] = await db.rows(readAttemptsStatement, [key, now.toISOString(), windowSeconds]);
  return { attempts: Number(row?.[0] ?? 0), secondsLeft: Number(row?.[1] ?? 0) };
}

const uncountAttemptStatement = statement(
  'uncount_sign_in_attempt',
  'update sign_in_attempt set attempts = attempts - 1 where key = $1 and attempts > 0',
);

export async function uncountAttempt(db: Db, key: string): Promise<void> {
  await db.rows(uncountAttemptStatement, [key]);
}

const clearAttemptsStatement = statement('clear_sign_in_attempts', 'delete from sign_in_attempt where key = $1');

export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.rows(clearAttemptsStatement, [key]);
}

const anyAdminStatement = statement('any_admin', "select 1 from app_user where role = 'admin' and active limit 1");

export async function hasAdmin(db: Db): Promise<boolean> {
  return (await db.rows(anyAdminStatement)).length > 0;
}

const replaceSetupStatement = statement(
  'replace_setup_token',
  'with old as (delete from setup_token) insert into setup_token (hash, created_at) values ($1, $2)',
);

export async function replaceSetupToken(db: Db, hash: Buffer, now: Date): Promise<void> {
  await db.rows(replaceSetupStatement, [hash, now.toISOString()]);
}

// Using one link deletes all: processes that started at the same time have each printed one.
const takeSetupStatement = statement(
  'take_setup_token',
  'delete from setup_token where exists (select 1 from setup_token where hash = $1) returning hash = $1',
);

const isSetupTokenStatement = statement('is_setup_token', 'select 1 from setup_token where hash = $1');

export async function isSetupToken(db: Db, hash: Buffer): Promise<boolean> {
  return (await db.rows(isSetupTokenStatement, [hash])).length > 0;
}

/** true for exactly one caller. */
export async function takeSetupToken(tx: Tx, hash: Buffer): Promise<boolean> {
  return (await tx.rows(takeSetupStatement, [hash])).some((row) => row[0] === 't');
}
