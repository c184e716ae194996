import type { Db } from '../postgres/database.ts';
import { statement } from '../postgres/sql.ts';
import { windowSeconds } from './rate-limit-rules.ts';

export interface UnsyncedCount {
  key: string;
  startedAt: number;
  unsynced: number;
}

export interface TotalCount {
  startedAt: number;
  used: number;
}

// Rows are locked in the order of their keys, so that two processes cannot deadlock.
const addCountsStatement = statement(
  'add_request_counts',
  `insert into request_count as c (key, started_at, used)
   select key, started_at, used from unnest($1::text[], $2::timestamptz[], $3::integer[]) given (key, started_at, used) order by key
   on conflict (key) do update
     set (started_at, used) = (
       select case when over then excluded.started_at else c.started_at end,
              case when over then excluded.used else least(c.used, 1000000000) + excluded.used end
         from (select abs(extract(epoch from $4::timestamptz - c.started_at)) >= ${windowSeconds} as over) o)
   returning key, extract(epoch from started_at) * 1000, used`,
);

/** Adds the counts of this process and returns the totals of all processes, by key. */
export async function addCounts(db: Db, counts: readonly UnsyncedCount[], now: Date): Promise<Map<string, TotalCount>> {
  const rows = await db.rows(addCountsStatement, [
    counts.map(({ key }) => key),
    counts.map(({ startedAt }) => new Date(startedAt).toISOString()),
    counts.map(({ unsynced }) => String(unsynced)),
    now.toISOString(),
  ]);
  return new Map(rows.map(([key, startedAt, used]) => [String(key), { startedAt: Number(startedAt), used: Number(used) }]));
}

const deleteOldCountsStatement = statement('delete_old_request_counts', 'delete from request_count where started_at < $1');

export async function deleteOldCounts(db: Db, now: Date): Promise<void> {
  await db.rows(deleteOldCountsStatement, [new Date(now.getTime() - 2 * windowSeconds * 1000).toISOString()]);
}
