import type { ApiScope, Principal, Role } from '../platform/http/auth.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

export interface NewApiKey {
  hash: Buffer;
  hint: string;
  name: string;
  userId: string;
  role: Role;
  scopes: readonly ApiScope[];
  requestsPerMinute: number;
  createdBy: string;
  expiresAt: Date;
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of a key as the admin sees it: never its hash. `now` is the first parameter. */
const columns = `k.id, k.name, k.hint, k.user_id, u.full_name, k.role, array_to_json(k.scopes)::text, k.requests_per_minute,
  case when k.revoked_at is not null then 'revoked' when k.expires_at <= $1 or u.role <> k.role or not u.active then 'expired' else 'active' end,
  ${time('k.created_at')}, ${time('k.expires_at')}, ${time('k.last_used_at')}, ${time('k.revoked_at')}`;

export const apiKeySortColumns: Record<string, string> = { id: 'k.id', name: 'sort_name_of(k.name)', expiresAt: 'k.expires_at' };

const countStatement = statement('count_api_keys', 'select count(*) from api_key');

export async function countApiKeys(db: Db): Promise<number> {
  return Number((await db.rows(countStatement))[0]?.[0]);
}

export function listApiKeys(db: Db, sort: Sort[], limit: number, offset: number, now: Date): Promise<Row[]> {
  const order = orderBy(sort, apiKeySortColumns, 'k.id desc', 'k.id');
  const build = () => `select ${columns} from api_key k join app_user u on u.id = k.user_id order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('api keys', sort, build), [now.toISOString(), limit, offset]);
}

const findStatement = statement('find_api_key', `select ${columns} from api_key k join app_user u on u.id = k.user_id where k.id = $2`);

export async function findApiKey(db: Db, id: string, now: Date): Promise<Row | undefined> {
  return (await db.rows(findStatement, [now.toISOString(), id]))[0];
}

const insertStatement = statement(
  'insert_api_key',
  `insert into api_key (hash, hint, name, user_id, role, scopes, requests_per_minute, created_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6::text[], $7, $8, $9, $10) returning id`,
);

/** Violates the constraint api_key_name if another key that is not revoked has the name. */
export async function insertApiKey(tx: Tx, key: NewApiKey, now: Date): Promise<string> {
  const { hash, hint, name, userId, role, scopes, requestsPerMinute, createdBy, expiresAt } = key;
  const values = [hash, hint, name, userId, role, scopes, requestsPerMinute, createdBy, now.toISOString(), expiresAt.toISOString()];
  return String((await tx.rows(insertStatement, values))[0]?.[0]);
}

// FOR UPDATE waits for the changes in progress that hold the key (`insertKeyWrite`); those that come later see the revocation.
const lockStatement = statement('lock_api_key', 'select name, revoked_at is not null from api_key where id = $1 for update');

export async function lockApiKey(tx: Tx, id: string): Promise<{ name: string; isRevoked: boolean } | undefined> {
  const [row] = await tx.rows(lockStatement, [id]);
  return row === undefined ? undefined : { name: String(row[0]), isRevoked: row[1] === 't' };
}

const revokeStatement = statement(
  'revoke_api_key',
  "with revoked as (update api_key set revoked_at = $2 where id = $1 returning 1) select pg_notify('swath_revoked', '') from revoked",
);

/** All processes remove the key from their cache at the commit. */
export async function revokeApiKey(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.rows(revokeStatement, [id, now.toISOString()]);
}

const findPrincipalStatement = statement(
  'find_api_key_principal',
  `select u.id, u.role, extract(epoch from k.expires_at) * 1000, k.id, array_to_string(k.scopes, ','), k.requests_per_minute
     from api_key k join app_user u on u.id = k.user_id
    where k.hash = $1 and k.revoked_at is null and k.expires_at > $2 and u.active and u.role = k.role`,
);

export async function findKeyPrincipal(db: Db, hash: Buffer, now: Date): Promise<{ principal: Principal; expiresAt: Date } | undefined> {
  const [row] = await db.rows(findPrincipalStatement, [hash, now.toISOString()]);
  if (row === undefined) return undefined;
  const [id, role, expiresAtMs, keyId, scopes, requestsPerMinute] = row;
  return {
    principal: {
      id: String(id),
      role: role as Role,
      apiKey: { id: String(keyId), scopes: String(scopes).split(',') as ApiScope[], requestsPerMinute: Number(requestsPerMinute) },
    },
    expiresAt: new Date(Number(expiresAtMs)),
  };
}

// The key is locked until the change is committed, so that no change follows the answer to a revocation.
const insertKeyWriteStatement = statement(
  'insert_key_write',
  `with held as (select name from api_key where id = $1 and revoked_at is null for key share)
   insert into audit_entry (at, actor_id, action, subject_type, subject_id, changes)
   select $2, $3, 'api_key_write', 'order', $4,
          jsonb_build_array(jsonb_build_object('field', 'apiKey', 'from', null, 'to', name),
                            jsonb_build_object('field', 'operation', 'from', null, 'to', $5::text))
     from held returning 1`,
);

/** Writes the audit entry of a change made with a key. False: the key has been revoked. */
export async function insertKeyWrite(
  db: Db,
  { keyId, actorId, orderId, operationId }: { keyId: string; actorId: string; orderId: string | null; operationId: string },
  now: Date,
): Promise<boolean> {
  return (await db.rows(insertKeyWriteStatement, [keyId, now.toISOString(), actorId, orderId, operationId])).length > 0;
}

const saveUseStatement = statement(
  'save_api_key_use',
  `update api_key k set last_used_at = greatest(k.last_used_at, used.at)
     from unnest($1::bigint[], $2::timestamptz[]) used(id, at) where k.id = used.id`,
);

export async function saveKeyUse(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  await db.rows(saveUseStatement, [[...uses.keys()], [...uses.values()].map((at) => at.toISOString())]);
}
