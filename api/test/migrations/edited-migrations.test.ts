import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { readMigrations } from '../../src/platform/migrations/migration-files.ts';
import { createEmptyDatabase } from './empty-database.ts';

const database = await createEmptyDatabase();
afterAll(() => database.drop());

test('when a database has the first versions of migrations that were edited later, then it is upgraded to the same objects', async () => {
  const db = await database.open();
  const migrations = readMigrations();
  const aligning = migrations.findIndex(({ name }) => name.startsWith('0284-'));
  await migrate(database.connection, { migrations: migrations.slice(0, aligning) });
  const objects = async () =>
    (
      await db.query(
        `select p.proname as name, md5(p.prosrc) as body, pg_get_triggerdef(t.oid) as trigger from pg_proc p left join pg_trigger t on t.tgfoid = p.oid
          where p.proname in ('normalize_phone_number', 'add_order_search_words') order by 1, 3`,
      )
    ).rows;
  const wanted = await objects();
  const edited = migrations.filter(({ earlierChecksums = [] }) => earlierChecksums.length > 0);
  expect(edited.length).toBeGreaterThanOrEqual(3);
  for (const { name, earlierChecksums } of edited)
    await db.query('update migration set checksum = $2 where name = $1', [name, earlierChecksums?.at(-1)]);
  await db.query(`
    create or replace function normalize_phone_number() returns trigger language plpgsql as $$ begin return new; end $$;
    create or replace function add_order_search_words() returns trigger language plpgsql as $$ begin return null; end $$;
    drop trigger spray_order_words_added on spray_order;
    create trigger spray_order_words_added after insert on spray_order
      referencing new table as added for each statement execute function add_order_search_words();`);
  expect(await objects()).not.toEqual(wanted);
  await migrate(database.connection, { migrations });
  expect(await objects()).toEqual(wanted);
});
