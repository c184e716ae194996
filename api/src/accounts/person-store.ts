import type { Role } from '../platform/http/auth.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { NewUser } from './account-store.ts';
import { userColumns } from './user.ts';

/** The changeable fields of a user, without the password. */
export interface Person extends Omit<NewUser, 'passwordHash'> {
  active: boolean;
}

const profileColumns = `${userColumns('u')}, u.language`;

function toPerson(row: Row): Person {
  const [, email, fullName, phoneNumber, street, city, province, postalCode, expertise, role, active, language] = row;
  const texts = { email, fullName, phoneNumber, street, city, province, postalCode, expertise, role, language };
  return { ...texts, active: active === 't', phoneConfirmed: row.at(-1) === 't' } as Person;
}

const findProfileStatement = statement('find_profile', `select ${profileColumns} from app_user u where u.id = $1`);

/** Columns of a user (userColumns), then the language. */
export async function findProfile(db: Db, id: string): Promise<Row | undefined> {
  return (await db.rows(findProfileStatement, [id]))[0];
}

const signInUserStatement = statement('sign_in_user', `select ${userColumns('u')} from app_user u where u.id = $1`);

/** For the answer to a sign-in of a user whom the transaction has locked. */
export async function getSignInUser(tx: Tx, id: string): Promise<Row> {
  return (await tx.rows(signInUserStatement, [id]))[0] as Row;
}

const lockPersonStatement = statement(
  'lock_person',
  `select ${profileColumns}, u.phone_confirmed from app_user u where u.id = $1 for no key update`,
);

export async function lockPerson(tx: Tx, id: string): Promise<Person | undefined> {
  const [row] = await tx.rows(lockPersonStatement, [id]);
  return row === undefined ? undefined : toPerson(row);
}

const lockRemainingStatement = statement('lock_remaining_account', 'select merged_into from app_user where id = $1 for no key update');

/**
 * Locks the account, or the one into which it was merged, and returns its id. A merge holds the locks of both accounts until it is committed,
 * so what is added afterwards is not added to the closed one.
 */
export async function lockRemaining(tx: Tx, id: string): Promise<string> {
  const [row] = await tx.rows(lockRemainingStatement, [id]);
  const mergedInto = row?.[0] ?? null;
  return mergedInto === null ? id : lockRemaining(tx, mergedInto);
}

const savePersonStatement = statement(
  'save_person',
  `update app_user u
      set email = $2, full_name = $3, phone_number = $4, street = $5, city = $6, province = $7, postal_code = $8,
          expertise = $9, role = $10, active = $11, language = $12, phone_confirmed = $13
    where u.id = $1 returning ${profileColumns}`,
);

/** Violates the constraint app_user_email, or app_user_phone if the number is confirmed for this and another user. */
export async function savePerson(tx: Tx, id: string, person: Person): Promise<Row> {
  const { email, fullName, phoneNumber, street, city, province, postalCode, expertise, role, active, language, phoneConfirmed } = person;
  const values = [id, email, fullName, phoneNumber, street, city, province, postalCode, expertise, role, active, language, phoneConfirmed];
  const [row] = await tx.rows(savePersonStatement, values);
  return row as Row;
}

const revokeStatement = statement(
  'revoke_tokens',
  'delete from access_token where user_id = $1 and ($2::bytea is null or hash <> $2::bytea)',
);
const announceStatement = statement('announce_revocation', "select pg_notify('swath_revoked', '')");

/** Revokes all tokens of a user except one; all processes are notified at the commit. */
export async function revokeTokens(tx: Tx, userId: string, except: Buffer | null = null): Promise<void> {
  await tx.rows(revokeStatement, [userId, except]);
  await announceRevocation(tx);
}

/** Makes every process clear its token cache, for example after a change of role. */
export async function announceRevocation(tx: Tx): Promise<void> {
  await tx.rows(announceStatement);
}

const passwordStatement = statement('find_password', 'select password_hash from app_user where id = $1');

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  return (await db.rows(passwordStatement, [userId]))[0]?.[0] ?? null;
}

const setPasswordStatement = statement('set_password', 'update app_user set password_hash = $2 where id = $1 returning role');
const replacePasswordStatement = statement(
  'replace_password',
  'update app_user set password_hash = $3 where id = $1 and password_hash = $2 returning 1',
);

const setFirstPasswordStatement = statement(
  'set_first_password',
  'update app_user set password_hash = $2 where id = $1 and password_hash is null returning 1',
);

/** false: the user has a password. */
export async function setFirstPassword(tx: Tx, userId: string, hash: string): Promise<boolean> {
  return (await tx.rows(setFirstPasswordStatement, [userId, hash])).length > 0;
}

export async function setPassword(tx: Tx, userId: string, hash: string | null): Promise<Role> {
  return (await tx.rows(setPasswordStatement, [userId, hash]))[0]?.[0] as Role;
}

/** false: the stored hash is no longer `oldHash`. */
export async function replacePassword(tx: Tx, userId: string, oldHash: string, newHash: string): Promise<boolean> {
  return (await tx.rows(replacePasswordStatement, [userId, oldHash, newHash])).length > 0;
}
