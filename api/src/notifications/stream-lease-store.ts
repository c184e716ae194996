import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const lockStatement = statement('lock_stream_owner', 'select 1 from app_user where id = $1 for no key update');
// A lease that expires far in the future was acquired before the clock was set back.
const deleteExpiredStatement = statement(
  'delete_expired_stream_leases',
  "delete from stream_lease where user_id = $1 and (expires_at <= now() or expires_at > now() + interval '5 minutes')",
);
const insertStatement = statement(
  'insert_stream_lease',
  `insert into stream_lease (user_id, expires_at)
   select $1, now() + make_interval(secs => $3) where (select count(*) from stream_lease where user_id = $1) < $2
   returning id`,
);

/** Undefined: the user has reached the limit. Uses the clock of the database, which all processes share. */
export async function acquireStreamLease(tx: Tx, userId: string, maxLeases: number, seconds: number): Promise<string | undefined> {
  // Locks the user's row, so that simultaneous streams are counted one after the other.
  await tx.rows(lockStatement, [userId]);
  await tx.rows(deleteExpiredStatement, [userId]);
  const [row] = await tx.rows(insertStatement, [userId, maxLeases, seconds]);
  return row === undefined ? undefined : String(row[0]);
}

const renewStatement = statement(
  'renew_stream_leases',
  'update stream_lease set expires_at = now() + make_interval(secs => $2) where id = any($1::bigint[])',
);

export async function renewStreamLeases(db: Db, ids: string[], seconds: number): Promise<void> {
  await db.rows(renewStatement, [ids, seconds]);
}

const releaseStatement = statement('release_stream_lease', 'delete from stream_lease where id = $1');

export async function releaseStreamLease(db: Db, id: string): Promise<void> {
  await db.rows(releaseStatement, [id]);
}
