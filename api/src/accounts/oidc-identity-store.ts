import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { Expected } from './oidc-client.ts';

export interface Attempt extends Expected {
  issuerId: string;
}

const saveAttemptStatement = statement(
  'save_oidc_attempt',
  `insert into oidc_attempt (browser_hash, issuer_id, state, nonce, code_verifier, user_id, expires_at) values ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function saveAttempt(db: Db, browserHash: Buffer, attempt: Attempt, userId: string | null, expiresAt: Date): Promise<void> {
  const { issuerId, state, nonce, codeVerifier } = attempt;
  await db.rows(saveAttemptStatement, [browserHash, issuerId, state, nonce, codeVerifier, userId, expiresAt.toISOString()]);
}

const takeAttemptStatement = statement(
  'take_oidc_attempt',
  `delete from oidc_attempt where browser_hash = $1 and state = $2 and user_id is not distinct from $3::bigint and expires_at > $4
   returning issuer_id, state, nonce, code_verifier`,
);

/** The attempt of the browser, for exactly one caller. */
export async function takeAttempt(
  db: Db,
  browserHash: Buffer,
  state: string,
  userId: string | null,
  now: Date,
): Promise<Attempt | undefined> {
  const [row] = await db.rows(takeAttemptStatement, [browserHash, state, userId, now.toISOString()]);
  if (row === undefined) return undefined;
  return { issuerId: String(row[0]), state: String(row[1]), nonce: String(row[2]), codeVerifier: String(row[3]) };
}

export interface Registration {
  issuerId: string;
  subject: string;
  email: string;
  fullName: string | null;
}

const registrationOf = ([issuerId, subject, email, fullName]: Row): Registration => ({
  issuerId: String(issuerId),
  subject: String(subject),
  email: String(email),
  fullName: fullName ?? null,
});

const saveRegistrationStatement = statement(
  'save_oidc_registration',
  'insert into oidc_registration (browser_hash, issuer_id, subject, email, full_name, expires_at) values ($1, $2, $3, $4, $5, $6)',
);

export async function saveRegistration(tx: Tx, browserHash: Buffer, registration: Registration, expiresAt: Date): Promise<void> {
  const { issuerId, subject, email, fullName } = registration;
  await tx.rows(saveRegistrationStatement, [browserHash, issuerId, subject, email, fullName, expiresAt.toISOString()]);
}

const findRegistrationStatement = statement(
  'find_oidc_registration',
  'select issuer_id, subject, email, full_name from oidc_registration where browser_hash = $1 and expires_at > $2',
);
const takeRegistrationStatement = statement(
  'take_oidc_registration',
  'delete from oidc_registration where browser_hash = $1 and expires_at > $2 returning issuer_id, subject, email, full_name',
);

export async function findRegistration(db: Db, browserHash: Buffer, now: Date): Promise<Registration | undefined> {
  const [row] = await db.rows(findRegistrationStatement, [browserHash, now.toISOString()]);
  return row && registrationOf(row);
}

/** The registration of the browser, for exactly one transaction. */
export async function takeRegistration(tx: Tx, browserHash: Buffer, now: Date): Promise<Registration | undefined> {
  const [row] = await tx.rows(takeRegistrationStatement, [browserHash, now.toISOString()]);
  return row && registrationOf(row);
}

const ownerStatement = statement('owner_of_identity', 'select user_id from oidc_identity where issuer_id = $1 and subject = $2');

/** The user who is linked with the identity. */
export async function findIdentityOwner(db: Db, issuerId: string, subject: string): Promise<string | undefined> {
  const [row] = await db.rows(ownerStatement, [issuerId, subject]);
  return row === undefined ? undefined : String(row[0]);
}

const useStatement = statement(
  'use_identity',
  'update oidc_identity set last_used_at = $3, email = coalesce($4, email) where issuer_id = $1 and subject = $2 returning 1',
);

/** False: the link was removed meanwhile. */
export async function useIdentity(tx: Tx, issuerId: string, subject: string, email: string | null, now: Date): Promise<boolean> {
  return (await tx.rows(useStatement, [issuerId, subject, now.toISOString(), email])).length > 0;
}

export interface NewIdentity {
  issuerId: string;
  subject: string;
  userId: string;
  email: string | null;
}

const insertStatement = statement(
  'insert_identity',
  `insert into oidc_identity (issuer_id, subject, user_id, email, created_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning 1`,
);

/** False: the identity is linked, or the user is linked with another identity of this issuer. */
export async function insertIdentity(tx: Tx, { issuerId, subject, userId, email }: NewIdentity, now: Date): Promise<boolean> {
  return (await tx.rows(insertStatement, [issuerId, subject, userId, email, now.toISOString()])).length > 0;
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** A link as its user sees it. */
const columns = `d.id, d.issuer_id, i.name, d.email, ${time('d.created_at')}, ${time('d.last_used_at')}`;

export const identitySortColumns: Record<string, string> = { id: 'd.id' };

const countStatement = statement('count_identities', 'select count(*) from oidc_identity where user_id = $1');

export async function countIdentities(db: Db, userId: string): Promise<number> {
  return Number((await db.rows(countStatement, [userId]))[0]?.[0]);
}

export function listIdentities(db: Db, userId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, identitySortColumns, 'd.id', 'd.id');
  const build = () =>
    `select ${columns} from oidc_identity d join oidc_issuer i on i.id = d.issuer_id where d.user_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('identities', sort, build), [userId, limit, offset]);
}

const findOwnStatement = statement(
  'find_own_identity',
  `select ${columns} from oidc_identity d join oidc_issuer i on i.id = d.issuer_id where d.user_id = $1 and d.issuer_id = $2`,
);

export async function findOwnIdentity(db: Db, userId: string, issuerId: string): Promise<Row | undefined> {
  return (await db.rows(findOwnStatement, [userId, issuerId]))[0];
}

const deleteStatement = statement(
  'delete_identity',
  'delete from oidc_identity d using oidc_issuer i where i.id = d.issuer_id and d.user_id = $1 and d.id = $2 returning i.name',
);

/** The name of the issuer. Undefined: the user has no such link. */
export async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<string | undefined> {
  const [row] = await tx.rows(deleteStatement, [userId, id]);
  return row === undefined ? undefined : String(row[0]);
}
