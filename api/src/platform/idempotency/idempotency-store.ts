import type { Db, Tx } from '../postgres/database.ts';
import { inBatches } from '../postgres/in-batches.ts';
import { statement } from '../postgres/sql.ts';

// The idempotency store: one row for each `Idempotency-Key` of a user.

/** A stored response: status, body, and the headers beyond those that every response has. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface StoredKey {
  requestHash: Buffer;
  answer: StoredAnswer;
}

// Waits for a transaction that holds the key, if there is one: afterwards the key has a response, or is free again.
const claimStatement = statement(
  'claim_idempotency_key',
  `insert into idempotency_key as k (user_id, key, request_hash, created_at) values ($1, $2, $3, $4)
   on conflict (user_id, key) do update
     set request_hash = excluded.request_hash, answer = null, status = null, headers = null, created_at = excluded.created_at
     where k.created_at <= $4::timestamptz - interval '24 hours'
   returning 1`,
);

export async function claimKey(tx: Tx, userId: string, key: string, hash: Buffer, now: Date): Promise<boolean> {
  return (await tx.rows(claimStatement, [userId, key, hash, now.toISOString()])).length > 0;
}

const findStatement = statement(
  'find_idempotency_key',
  `select encode(request_hash, 'hex'), coalesce(status, 200), coalesce(headers, '{}'), answer from idempotency_key
    where user_id = $1 and key = $2 and created_at > $3::timestamptz - interval '24 hours'`,
);

/** The key and its response are committed together. */
export async function findKey(db: Db, userId: string, key: string, now: Date): Promise<StoredKey | undefined> {
  const [row] = await db.rows(findStatement, [userId, key, now.toISOString()]);
  if (row === undefined) return undefined;
  const [hash, status, headers, body] = row as string[];
  return {
    requestHash: Buffer.from(String(hash), 'hex'),
    answer: { status: Number(status), headers: JSON.parse(String(headers)) as Record<string, string>, body: String(body) },
  };
}

const storeStatement = statement(
  'store_idempotent_answer',
  'update idempotency_key set answer = $3, status = $4, headers = $5 where user_id = $1 and key = $2',
);

export async function storeAnswer(tx: Tx, userId: string, key: string, { status, headers, body }: StoredAnswer): Promise<void> {
  await tx.rows(storeStatement, [userId, key, body, status, JSON.stringify(headers)]);
}

const deleteOldStatement = statement(
  'delete_old_idempotency_keys',
  `delete from idempotency_key k
    using (select user_id, key from idempotency_key where created_at <= $1::timestamptz - interval '24 hours' order by created_at limit $2) old
    where k.user_id = old.user_id and k.key = old.key and k.created_at <= $1::timestamptz - interval '24 hours'
   returning 1`,
);

export function deleteOldKeys(db: Db, now: Date): Promise<void> {
  return inBatches(async (most) => (await db.rows(deleteOldStatement, [now.toISOString(), most])).length);
}
