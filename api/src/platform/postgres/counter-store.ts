import type { Db } from './database.ts';
import { statement } from './sql.ts';

// Taken out and added in one statement, each in the order of the key: whoever reads a tally sees either both before it or both after.
const addUpStatement = statement(
  'add_up_tallies',
  `with news as (delete from tally_news returning *)
   insert into tally_sum as s (list, owner_id, status, method, size)
   select list, owner_id, status, method, sum(size) from news group by 1, 2, 3, 4 having sum(size) <> 0 order by 1, 2, 3, 4
   on conflict (list, owner_id, status, method) do update set size = s.size + excluded.size`,
);

/** Adds what was counted since the last time to the sums: the less lies there, the less there is to read for a total. */
export async function applyCounterDeltas(db: Db): Promise<void> {
  await db.rows(addUpStatement);
}
