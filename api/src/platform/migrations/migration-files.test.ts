import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { changedMigrations, parseMigration, readMigrations } from './migration-files.ts';

describe('a migration file', () => {
  test('when it has no mode in its first line, then it runs in one transaction', () => {
    const sql = 'create table a (id int); -- migration: batches\ninsert into a values (1);\n';
    expect(parseMigration('1.sql', sql)).toMatchObject({ mode: 'transaction', statements: [sql] });
  });

  test('when it runs outside a transaction, then it is split into statements without comments', () => {
    const sql =
      '-- migration: no-transaction\n-- Why; and how.\ncreate index concurrently i\n  on a (id); -- the last\nalter table a validate constraint c;\n';
    expect(parseMigration('1.sql', sql)).toMatchObject({
      mode: 'no-transaction',
      statements: ['create index concurrently i on a (id)', 'alter table a validate constraint c'],
    });
  });

  test.each([
    ['-- migration: no-transaction\ncreate index i on a (id);', /outside a transaction: create index i/],
    ['-- migration: no-transaction\ncreate index concurrently if not exists i on a (id);', /outside a transaction/],
    ['-- migration: no-transaction\ndrop index concurrently i;', /outside a transaction/],
    ['-- migration: no-transaction\nupdate a set id = 1;', /outside a transaction/],
    ['-- migration: batches\nupdate a set id = 1; update b set id = 1;', /exactly one statement/],
    ['-- migration: batches\n', /exactly one statement/],
    ['-- migration: btaches\nselect 1;', /unknown mode: btaches/],
  ])('when it has %j, then it is refused', (sql, message) => expect(() => parseMigration('1.sql', sql)).toThrow(message));

  test('when only its line ends change to those of Windows, then its checksum is the same, and any other change changes it', () => {
    const { checksum } = parseMigration('1.sql', 'select 1;\nselect 2;\n');
    expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(parseMigration('1.sql', 'select 1;\r\nselect 2;\r\n').checksum).toBe(checksum);
    expect(parseMigration('1.sql', 'select 1;\nselect 3;\n').checksum).not.toBe(checksum);
  });
});

test('when both checksums are known and differ, then it counts as changed; otherwise it does not', () => {
  const applied = [
    { name: '1', checksum: 'a' },
    { name: '2', checksum: 'b' },
    { name: '3', checksum: null },
    { name: '4', checksum: 'd' },
  ];
  const files = ['1', '2', '3'].map((name) => ({ name, checksum: 'a' }));
  expect(changedMigrations(applied, files)).toEqual(['2']);
  const accepting = files.map((file) => (file.name === '2' ? { ...file, earlierChecksums: ['b'] } : file));
  expect(changedMigrations(applied, accepting)).toEqual([]);
});

// Released before these rules existed.
const lastWithoutRules = '0028-numbers.sql';
const smallTables = ['company', 'crop', 'spray_limit', 'spray_session'];

describe('a migration in one transaction holds no lock for long', () => {
  const migrations = readMigrations().filter(({ name, mode }) => name > lastWithoutRules && mode === 'transaction');
  test.each(migrations)('$name', ({ statements: [sql = ''] }) => {
    const statements = sql
      .replace(/--.*$/gm, '')
      .replace(/\$\$[\s\S]*?\$\$/g, '') // the body of a function runs later
      .split(';')
      .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase());
    const created = new Set(
      statements.flatMap((statement) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? []),
    );
    const slow = statements.filter((statement) => {
      const table =
        /^create (?:unique )?index \w+ on (\w+)/.exec(statement)?.[1] ??
        /^(?:update|delete from) (?:only )?(\w+)/.exec(statement)?.[1] ??
        /^alter table (?:only )?(\w+).*(?:validate constraint|set not null|alter column \w+ (?:set data )?type|stored|add column .* (?:check|references)|add (?:unique|primary key|exclude))/.exec(
          statement,
        )?.[1] ??
        /^alter table (?:only )?(\w+)(?!.*not valid).* add (?:constraint|check|foreign key)/.exec(statement)?.[1];
      return table !== undefined && !created.has(table) && !smallTables.includes(table);
    });
    expect(slow).toEqual([]);
  });
});

test('when a migration holds its advisory lock, then no other lock has the same key', () => {
  const source = fileURLToPath(new URL('../../', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const keysIn = (name: string): string[] => {
    const text = readFileSync(join(source, name), 'utf8').replaceAll(/(?<=\d)_(?=\d)/g, '');
    return [...text.matchAll(/(?:advisory_\w*lock\(|[lL]ockKey = )(\d+)/g)].map(([, key]) => key ?? '');
  };
  const runner = join('platform', 'migrations', 'migrate.ts');
  const others = files.filter((name) => name !== runner).flatMap(keysIn);
  expect(keysIn(runner)).toHaveLength(2);
  expect(others.filter((key) => keysIn(runner).includes(key))).toEqual([]);
  expect(others.length).toBeGreaterThan(0);
});
