import type { Db } from './database.ts';
import { statement } from './sql.ts';

// One statement removes the deltas and adds them to the totals, in key order: every reader sees each delta once, and processes cannot
// deadlock.
const applyDeltasStatement = statement(
  'add_up_tallies',
  `with news as (delete from tally_news returning *)
   insert into tally_sum as s (list, owner_id, status, method, size)
   select list, owner_id, status, method, sum(size) from news group by 1, 2, 3, 4 having sum(size) <> 0 order by 1, 2, 3, 4
   on conflict (list, owner_id, status, method) do update set size = s.size + excluded.size`,
);

/** Applies pending deltas to the materialised counters. Totals are read as sum plus deltas, so fewer deltas make reads cheaper. */
export async function applyCounterDeltas(db: Db): Promise<void> {
  await db.rows(applyDeltasStatement);
}
