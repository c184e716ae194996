import type { Db, Tx } from './db.ts';
import { inBatches } from './in-batches.ts';
import { statement } from './sql.ts';

// Waits for whoever holds the key, if someone does: then it is there, with its answer, or free again.
const claimStatement = statement(
  'claim_idempotency_key',
  `insert into idempotency_key as k (user_id, key, request_hash, created_at) values ($1, $2, $3, $4)
   on conflict (user_id, key) do update set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
     where k.created_at <= $4::timestamptz - interval '24 hours'
   returning 1`,
);

export async function claimKey(tx: Tx, userId: string, key: string, hash: Buffer, now: Date): Promise<boolean> {
  return (await tx.rows(claimStatement, [userId, key, hash, now.toISOString()])).length > 0;
}

const readStatement = statement(
  'read_idempotency_key',
  "select encode(request_hash, 'hex'), answer from idempotency_key where user_id = $1 and key = $2",
);

export async function readKey(tx: Tx, userId: string, key: string): Promise<{ hash: Buffer; answer: string } | undefined> {
  const [row] = await tx.rows(readStatement, [userId, key]);
  return row === undefined ? undefined : { hash: Buffer.from(String(row[0]), 'hex'), answer: String(row[1]) };
}

const keepStatement = statement('keep_idempotent_answer', 'update idempotency_key set answer = $3 where user_id = $1 and key = $2');

export async function keepAnswer(tx: Tx, userId: string, key: string, answer: string): Promise<void> {
  await tx.rows(keepStatement, [userId, key, answer]);
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
