import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { SignInRecord } from './account-store.ts';
import { userColumns } from './user.ts';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** A passkey as its user sees it. */
const columns = `k.id, k.name, ${time('k.created_at')}, ${time('k.last_used_at')}`;

export const passkeySortColumns: Record<string, string> = { id: 'k.id', name: 'sort_name_of(k.name)' };

const countStatement = statement('count_passkeys', 'select count(*) from passkey where user_id = $1');

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  return Number((await db.rows(countStatement, [userId]))[0]?.[0]);
}

export function listPasskeys(db: Db, userId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, passkeySortColumns, 'k.id', 'k.id');
  const build = () => `select ${columns} from passkey k where k.user_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('passkeys', sort, build), [userId, limit, offset]);
}

const credentialsStatement = statement(
  'credentials_of_user',
  `select translate(encode(credential_id, 'base64'), E'+/=\\n', '-_') from passkey where user_id = $1 order by id`,
);

/** Credential ids (base64url) of the user: an authenticator that has one of them makes no second. */
export async function listCredentialIds(db: Db, userId: string): Promise<string[]> {
  return (await db.rows(credentialsStatement, [userId])).map((row) => String(row[0]));
}

const saveChallengeStatement = statement(
  'save_passkey_challenge',
  `insert into passkey_challenge (browser_hash, challenge, user_id, expires_at) values ($1, $2, $3, $4)`,
);

export async function saveChallenge(db: Db, browserHash: Buffer, challenge: string, userId: string | null, expiresAt: Date): Promise<void> {
  await db.rows(saveChallengeStatement, [browserHash, challenge, userId, expiresAt.toISOString()]);
}

const takeChallengeStatement = statement(
  'take_passkey_challenge',
  `delete from passkey_challenge where browser_hash = $1 and user_id is not distinct from $2::bigint and expires_at > $3 returning challenge`,
);

/** The challenge of the browser, for exactly one caller. */
export async function takeChallenge(db: Db, browserHash: Buffer, userId: string | null, now: Date): Promise<string | undefined> {
  const [row] = await db.rows(takeChallengeStatement, [browserHash, userId, now.toISOString()]);
  return row === undefined ? undefined : String(row[0]);
}

export interface NewPasskey {
  userId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
}

const insertStatement = statement(
  'insert_passkey',
  `insert into passkey as k (user_id, credential_id, public_key, counter, transports, name, created_at)
   values ($1, $2, $3, $4, $5::text[], $6, $7) on conflict (credential_id) do nothing returning ${columns}`,
);

/** Undefined: the credential exists. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey, now: Date): Promise<Row | undefined> {
  const { userId, credentialId, publicKey, counter, transports, name } = passkey;
  return (await tx.rows(insertStatement, [userId, credentialId, publicKey, counter, transports, name, now.toISOString()]))[0];
}

const renameStatement = statement(
  'rename_passkey',
  `update passkey k set name = coalesce($3, name) where user_id = $1 and id = $2 returning ${columns}`,
);

export async function renamePasskey(db: Db, userId: string, id: string, name: string | null): Promise<Row | undefined> {
  return (await db.rows(renameStatement, [userId, id, name]))[0];
}

const deleteStatement = statement('delete_passkey', 'delete from passkey where user_id = $1 and id = $2 returning name');

/** The name of the deleted passkey. Undefined: not found. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | undefined> {
  const [row] = await tx.rows(deleteStatement, [userId, id]);
  return row === undefined ? undefined : String(row[0]);
}

export interface StoredPasskey {
  id: string;
  userId: string;
  publicKey: Buffer;
  counter: number;
}

const findStatement = statement(
  'find_passkey',
  `select k.id, k.user_id, encode(k.public_key, 'hex'), k.counter from passkey k join app_user u on u.id = k.user_id
    where k.credential_id = $1 and u.active`,
);

export async function findPasskey(db: Db, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  const [row] = await db.rows(findStatement, [credentialId]);
  if (row === undefined) return undefined;
  return { id: String(row[0]), userId: String(row[1]), publicKey: Buffer.from(String(row[2]), 'hex'), counter: Number(row[3]) };
}

// A counter that does not rise was copied from the authenticator, or its answer is used twice.
const useStatement = statement(
  'use_passkey',
  `update passkey set counter = $2, last_used_at = $3 where id = $1 and (counter < $2 or (counter = 0 and $2::bigint = 0)) returning 1`,
);

/** False: the counter has not risen, or the passkey was removed. */
export async function usePasskey(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  return (await tx.rows(useStatement, [id, counter, now.toISOString()])).length > 0;
}

const userStatement = statement(
  'user_of_passkey',
  `select u.password_hash, u.active, ${userColumns('u')} from app_user u where u.id = $1 and u.active for share`,
);

export async function lockSignInUser(tx: Tx, userId: string): Promise<SignInRecord | undefined> {
  const [row] = await tx.rows(userStatement, [userId]);
  return row === undefined ? undefined : { passwordHash: row[0] ?? null, active: true, user: row.slice(2) };
}
