import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { parseMigration, readMigrations } from '../../src/platform/migrations/migration-files.ts';
import { eventually } from '../harness.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';

/** The lock key of versions with migrations up to 0028. */
const earlierLockKey = 7_736_284_001;

let database: EmptyDatabase;
let db: pg.Client;
const children: ChildProcess[] = [];
const folders: string[] = [];

beforeEach(async () => {
  database = await createEmptyDatabase();
  db = await database.open();
  await db.query('create table field (id int primary key, visits int not null default 0)');
  await db.query('insert into field (id) select generate_series(1, 100)');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await database.drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const files = (contents: Record<string, string>) => Object.entries(contents).map(([name, sql]) => parseMigration(name, sql));

async function applied(): Promise<string[]> {
  return (await db.query<{ name: string }>('select name from migration order by name')).rows.map(({ name }) => name);
}

async function visits(): Promise<string[]> {
  const { rows } = await db.query<{ visits: number; fields: string }>('select visits, count(*) as fields from field group by 1 order by 1');
  return rows.map((row) => `${row.fields} with ${row.visits}`);
}

/** `logged` resolves with the first line. */
function collectLog() {
  let add: (line: string) => void = () => {};
  const logged = new Promise<string>((resolve) => {
    add = resolve;
  });
  return { logged, log: { info: add, warn: add } };
}

/** Applies the files in a separate process, and returns the names of the applied ones. */
function startProcess(contents?: Record<string, string>): { child: ChildProcess; names: Promise<string[]> } {
  let folder: string | undefined;
  if (contents !== undefined) {
    folder = mkdtempSync(join(tmpdir(), 'swath-migrations-'));
    folders.push(folder);
    for (const [name, sql] of Object.entries(contents)) writeFileSync(join(folder, name), sql);
  }
  const program = join(import.meta.dirname, 'migrate-process.mjs');
  const child = spawn(process.execPath, [program, JSON.stringify({ connection: database.connection, folder })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const names = once(child, 'close').then(() => JSON.parse(output) as string[]);
  names.catch(() => {}); // a killed process returns none
  return { child, names };
}

/** Waits until a statement with this beginning waits for a lock, and returns its backend. */
function waitingBackend(statement: string): Promise<number> {
  return eventually(async () => {
    const { rows } = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [`${statement}%`],
    );
    if (rows[0] === undefined) throw new Error(`no session waits with ${statement}`);
    return rows[0].pid;
  });
}

async function kill(child: ChildProcess, backend: number): Promise<void> {
  child.kill('SIGKILL');
  await eventually(async () => {
    const { rowCount } = await db.query('select from pg_stat_activity where pid = $1', [backend]);
    if (rowCount !== 0) throw new Error('the session of the killed process is still there');
  });
}

describe('checksums', () => {
  test('when an applied file was changed, then nothing is applied and the error names the file', async () => {
    const before = { '1.sql': 'create table a ();', '2.sql': 'create table b ();' };
    expect(await migrate(database.connection, { migrations: files(before) })).toEqual(['1.sql', '2.sql']);
    const after = { ...before, '2.sql': 'create table c ();', '3.sql': 'create table d ();' };
    await expect(migrate(database.connection, { migrations: files(after) })).rejects.toMatchObject({
      code: 'MIGRATION_REFUSED',
      message: expect.stringContaining('2.sql'),
    });
    expect(await applied()).toEqual(['1.sql', '2.sql']);
  });

  test('when an earlier version applied a file, then its checksum is added, and files of a later version are no error', async () => {
    await db.query('create table migration (name text primary key, at timestamptz not null default now())');
    await db.query("insert into migration (name) values ('1.sql'), ('9.sql')");
    const migrations = files({ '1.sql': 'create table a ();', '2.sql': 'create table b ();' });
    expect(await migrate(database.connection, { migrations })).toEqual(['2.sql']);
    expect((await db.query('select name, checksum from migration order by name')).rows).toEqual([
      { name: '1.sql', checksum: migrations[0]?.checksum },
      { name: '2.sql', checksum: migrations[1]?.checksum },
      { name: '9.sql', checksum: null },
    ]);
  });
});

describe('transactions', () => {
  test('when a file fails, then the files before it stay applied, it is rolled back, and the next call continues', async () => {
    const first = { '1.sql': 'create table a ();' };
    const failing = files({ ...first, '2.sql': 'create table b (); select 1 / 0;' });
    await expect(migrate(database.connection, { migrations: failing })).rejects.toMatchObject({ code: '22012' });
    expect(await applied()).toEqual(['1.sql']);
    expect(await migrate(database.connection, { migrations: files({ ...first, '2.sql': 'create table b ();' }) })).toEqual(['2.sql']);
  });

  test('when a table is locked, then the file is retried, readers of the table are not blocked meanwhile, and it succeeds in the end', async () => {
    const blocker = await database.open();
    await blocker.query('begin; select from field');
    const { log, logged } = collectLog();
    const migrations = files({ '1.sql': 'alter table field add column name text;' });
    const migrated = migrate(database.connection, { migrations, log, lockTimeoutMs: 50 });
    expect(await logged).toMatch(/1\.sql could not lock its tables \(55P03/);
    await db.query("set lock_timeout = '20s'; select from field");
    await blocker.query('commit');
    expect(await migrated).toEqual(['1.sql']);
  });

  test('when a request and a file deadlock, then the file is rolled back and retried', async () => {
    await db.query('create table farm (id int)');
    const request = await database.open();
    await request.query('begin; update field set visits = 1 where id = 1');
    const { log, logged } = collectLog();
    const migrations = files({ '1.sql': 'alter table farm add column name text; alter table field add column name text;' });
    const migrated = migrate(database.connection, { migrations, log });
    await waitingBackend('alter table farm');
    await request.query('insert into farm values (1)');
    await request.query('commit');
    expect(await logged).toContain('55P03');
    expect(await migrated).toEqual(['1.sql']);
  });

  test('when a table stays locked, then the attempts end with an error that names the file', async () => {
    const blocker = await database.open();
    await blocker.query('begin; select from field');
    const migrations = files({ '1.sql': 'alter table field add column name text;' });
    await expect(migrate(database.connection, { migrations, lockTimeoutMs: 20, retryLimitMs: 0 })).rejects.toMatchObject({
      code: 'MIGRATION_REFUSED',
      message: expect.stringContaining('1.sql'),
      cause: { code: '55P03' },
    });
    await blocker.query('commit');
    expect(await migrate(database.connection, { migrations })).toEqual(['1.sql']);
  });
});

describe('batches', () => {
  test('when a batch reads a table that was never analysed, then the planner knows how many rows it has', async () => {
    const contents = {
      '1.sql':
        'create table field_position (last_id int not null); insert into field_position values (100); create table visit (field_id int);',
      '2.sql': `-- migration: batches
        with changed as (
          update field f set visits = 1 from field_position p where f.id > p.last_id - 10 and f.id <= p.last_id
             and not exists (select from visit v where v.field_id = f.id)
        )
        update field_position set last_id = last_id - 10 where last_id > 0;`,
    };
    expect(await migrate(database.connection, { migrations: files(contents) })).toEqual(['1.sql', '2.sql']);
    expect(await visits()).toEqual(['100 with 1']);
    const { rows } = await db.query("select relname, reltuples from pg_class where relname in ('field_position', 'visit') order by 1");
    expect(rows).toEqual([
      { relname: 'field_position', reltuples: 1 },
      { relname: 'visit', reltuples: -1 },
    ]);
  });
});

describe('several processes', () => {
  test('when two processes start at once, then each file is applied once', async () => {
    await db.query('drop table field');
    const names = await Promise.all([startProcess().names, startProcess().names]);
    const all = readMigrations().map(({ name }) => name);
    expect(names.flat().sort()).toEqual(all);
    expect(await applied()).toEqual(all);
  });

  test('when ten calls start at once, then nine wait and apply nothing', async () => {
    const migrations = files({ '1.sql': 'create table a ();' });
    const names = await Promise.all(Array.from({ length: 10 }, () => migrate(database.connection, { migrations })));
    expect(names.flat()).toEqual(['1.sql']);
  });

  test('when a process of an earlier version starts during an index build, then neither waits for the other', async () => {
    const writer = await database.open();
    await writer.query('begin; update field set visits = 1 where id = 1');
    const migrations = files({ '1.sql': '-- migration: no-transaction\ncreate index concurrently field_visits on field (visits);' });
    const migrated = migrate(database.connection, { migrations });
    await waitingBackend('create index concurrently');
    const earlier = await database.open();
    await earlier.query('begin');
    await earlier.query('select pg_advisory_xact_lock($1)', [earlierLockKey]);
    await earlier.query('commit');
    await writer.query('commit');
    expect(await migrated).toEqual(['1.sql']);
  });

  test('when a process of an earlier version is migrating, then the file waits for it', async () => {
    const earlier = await database.open();
    await earlier.query('begin');
    await earlier.query('select pg_advisory_xact_lock($1)', [earlierLockKey]);
    const { log, logged } = collectLog();
    const migrated = migrate(database.connection, { migrations: files({ '1.sql': 'create table a ();' }), log });
    expect(await logged).toContain('Another process is applying migrations');
    await earlier.query('create table a (); create table migration (name text primary key, at timestamptz not null default now())');
    await earlier.query("insert into migration (name) values ('1.sql')");
    await earlier.query('commit');
    expect(await migrated).toEqual([]);
  });
});

describe('a process that is killed', () => {
  test('when it is killed inside a transaction, then the file is rolled back', async () => {
    const contents = { '1.sql': 'create table a (); alter table field add column name text;' };
    const blocker = await database.open();
    await blocker.query('begin; select from field');
    const { child } = startProcess(contents);
    await kill(child, await waitingBackend('create table a'));
    await blocker.query('commit');
    expect(await applied()).toEqual([]);
    expect(await migrate(database.connection, { migrations: files(contents) })).toEqual(['1.sql']);
  });

  test('when it is killed during an index build, then the next start replaces the invalid index', async () => {
    const contents = {
      '1.sql':
        '-- migration: no-transaction\ncreate index concurrently field_one on field (visits);\ncreate unique index concurrently field_two on field (id, visits);',
    };
    const writer = await database.open();
    const isValid = async () => {
      const { rows } = await db.query(
        "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indexrelid::regclass::text ~ 'field_(one|two)' order by 1",
      );
      return rows;
    };
    await writer.query('begin; update field set visits = 1 where id = 1');
    const { child } = startProcess(contents);
    const backend = await waitingBackend('create index concurrently field_one');
    await kill(child, backend);
    expect(await isValid()).toEqual([{ name: 'field_one', valid: false }]);
    await writer.query('commit');
    expect(await migrate(database.connection, { migrations: files(contents) })).toEqual(['1.sql']);
    expect(await isValid()).toEqual([
      { name: 'field_one', valid: true },
      { name: 'field_two', valid: true },
    ]);
  });

  test('when it is killed between batches, then complete batches stay, and the next start changes each other row once', async () => {
    const contents = {
      '1.sql':
        '-- migration: batches\nupdate field set visits = visits + 1 where id in (select id from field where visits = 0 order by id limit 10);',
    };
    const blocker = await database.open();
    await blocker.query('begin; select from field where id = 55 for update');
    const { child } = startProcess(contents);
    await kill(child, await waitingBackend('update field'));
    expect([await visits(), await applied()]).toEqual([['50 with 0', '50 with 1'], []]);
    await blocker.query('commit');
    expect(await migrate(database.connection, { migrations: files(contents) })).toEqual(['1.sql']);
    expect(await visits()).toEqual(['100 with 1']);
  });
});
