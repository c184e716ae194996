import type { Db, Tx } from '../postgres/database.ts';
import { statement } from '../postgres/sql.ts';

// A lease that ends later than any new lease could was taken before the clock was set back: it counts as expired.
// Never waits: a row that another transaction has locked counts as held. `on conflict do nothing` does not wait for row locks.
const acquireStatement = statement(
  'acquire_lease',
  `with created as (
     insert into lease (name, holder, expires_at) values ($1, $2, clock_timestamp() + make_interval(secs => $3))
     on conflict do nothing returning 1
   ), renewed as (
     update lease set holder = $2, expires_at = clock_timestamp() + make_interval(secs => $3)
      where name = (select name from lease where name = $1 and (holder = $2 or expires_at <= clock_timestamp() or expires_at > clock_timestamp() + make_interval(secs => $3)) for update skip locked)
     returning 1
   )
   select 1 from created union all select 1 from renewed`,
);

/**
 * Takes a lease that is free or expired, or renews one that this holder has. False: another process has it. Does not wait.
 * `holder` identifies one process run, for example a random UUID made at start-up.
 */
export async function acquireLease(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  return (await db.rows(acquireStatement, [name, holder, seconds])).length > 0;
}

const lockStatement = statement(
  'lock_lease',
  'select 1 from lease where name = $1 and holder = $2 and expires_at > clock_timestamp() for share',
);

/**
 * Call it in the transaction that does the work: true while the holder has the lease. No other process can take the lease before the
 * transaction ends, so work whose lease was lost, for example because the process was suspended, is never committed.
 */
export async function lockLease(tx: Tx, name: string, holder: string): Promise<boolean> {
  return (await tx.rows(lockStatement, [name, holder])).length > 0;
}

const releaseStatement = statement('release_lease', 'delete from lease where name = $1 and holder = $2');

/** On shutdown, so that the next process need not wait for the expiry. */
export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.rows(releaseStatement, [name, holder]);
}
