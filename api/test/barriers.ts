import type { Db } from '../src/platform/postgres/database.ts';
import { looseStatement } from '../src/platform/postgres/sql.ts';
import { eventually } from './harness.ts';

const countStatement = looseStatement(
  `select count(distinct pid) from pg_locks
    where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
);

// Within a transaction, pg_stat_activity keeps showing the sessions that it has shown first.
const refreshStatement = looseStatement('select pg_stat_clear_snapshot()');

/**
 * A barrier for tests of races: returns when so many sessions wait for a lock. Called with the transaction that holds the lock, which
 * stays busy that way: an idle one would be ended by its time limit on a slow machine.
 */
export async function untilLockWaiters(tx: Db, count: number): Promise<void> {
  await eventually(async () => {
    await tx.rows(refreshStatement);
    const [row] = await tx.rows(countStatement);
    const waiters = Number(row?.[0]);
    if (waiters < count) throw new Error(`${waiters} sessions wait for a lock, not ${count}`);
  });
}

/** Returns when so many of the promises are settled: how far a race has come is counted in answers and not in milliseconds. */
export async function untilSettled(promises: readonly Promise<unknown>[], count: number): Promise<void> {
  let settled = 0;
  await new Promise<void>((resolve) => {
    if (count === 0) resolve();
    for (const promise of promises) void promise.finally(() => ++settled === count && resolve());
  });
}
