import { afterEach, expect, test } from 'vitest';
import { cpuOfFamily } from '../../../bench/measure.mjs';
import { eventually } from '../harness.ts';
import { cleanUp, kill, launch, newFolder, query, runningPostmaster } from './built-service.ts';

afterEach(cleanUp);

const env = { SWATH_DEMO: 'large-planned' };
/** One core needs no longer than this; how long a busy machine takes depends on what else it does. */
const maxSeconds = 20;

const counts = `select (select count(*)::int from app_user where role = 'sprayer') as sprayers,
                       (select count(*)::int from spray_order where order_status <> 'cancelled' and date between added_on and added_on + 6) as week,
                       (select count(*)::int from spray_order where order_status = 'assigned' and date = added_on + 1) as planned
                  from demo_data`;

test('when the first start with the large demo is killed while it adds the data, then nothing is half there, and the next one is ready in time', async () => {
  const folder = newFolder();
  const first = launch(folder, { env });
  await runningPostmaster(folder);
  await eventually(async () => {
    // Held until the end of the transaction.
    const adding = await query(folder, "select 1 from pg_locks where relation = 'spray_order'::regclass and mode = 'RowExclusiveLock'");
    expect(adding).not.toEqual([]);
  });
  await kill(first);
  expect(await query(folder, 'select count(*)::int as n from app_user')).toEqual([{ n: 0 }]);

  const second = launch(folder, { env });
  await second.ready;
  const seconds = cpuOfFamily(second.child.pid as number) + cpuOfFamily(await runningPostmaster(folder));
  expect(seconds).toBeLessThan(maxSeconds);
  expect(await query(folder, counts)).toEqual([{ sprayers: 36, week: 250, planned: 60 }]);
}, 240_000);
