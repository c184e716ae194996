import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const lockStatement = statement('lock_stream_owner', 'select 1 from app_user where id = $1 for no key update');
// One that ends far in the future was taken before the clock was put back.
const deleteLapsedStatement = statement(
  'delete_lapsed_streams',
  "delete from stream_lease where user_id = $1 and (expires_at <= now() or expires_at > now() + interval '5 minutes')",
);
const insertStatement = statement(
  'insert_stream_lease',
  `insert into stream_lease (user_id, expires_at)
   select $1, now() + make_interval(secs => $3) where (select count(*) from stream_lease where user_id = $1) < $2
   returning id`,
);

/** undefined: the user has as many as they may. The database's clock counts, because several processes look at it. */
export async function takeStreamLease(tx: Tx, userId: string, most: number, seconds: number): Promise<string | undefined> {
  // Their row first, so that streams which open at once are counted one after the other.
  await tx.rows(lockStatement, [userId]);
  await tx.rows(deleteLapsedStatement, [userId]);
  const [row] = await tx.rows(insertStatement, [userId, most, seconds]);
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
