import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const defaultFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'migrations');

/** How a file runs. The first line of the file states it if it is not one transaction, for example `-- migration: batches`. */
export type MigrationMode = 'transaction' | 'no-transaction' | 'batches';

export interface Migration {
  name: string;
  mode: MigrationMode;
  /** SHA-256 of the file with Unix line ends, in hex. */
  checksum: string;
  /** Of earlier versions of the file, whose effect a later migration has made the same. */
  earlierChecksums?: readonly string[];
  /** One element, except with `no-transaction`. */
  statements: string[];
}

export interface AppliedMigration {
  name: string;
  /** Null: applied by a version that did not store checksums. */
  checksum: string | null;
}

/** A statement that builds an index without blocking writes, with the name of the index. */
export const concurrentIndex = /^create (?:unique )?index concurrently (?<name>\w+) on /i;

// Each of them can be repeated after a crash and takes no lock that blocks reads or writes.
const allowedOutsideTransaction = [
  concurrentIndex,
  /^drop index concurrently if exists \w+$/i,
  /^alter table \w+ validate constraint \w+$/i,
];

export function parseMigration(name: string, text: string): Migration {
  const sql = text.replaceAll('\r\n', '\n');
  const mode = (/^-- migration: (.*)$/m.exec(sql.split('\n', 1)[0] ?? '')?.[1] ?? 'transaction') as MigrationMode;
  const checksum = createHash('sha256').update(sql).digest('hex');
  if (mode === 'transaction') return { name, mode, checksum, statements: [sql] };
  const statements = splitStatements(sql);
  if (mode === 'batches') {
    if (statements.length !== 1) throw new Error(`${name} must have exactly one statement, because it runs in batches.`);
  } else if (mode === 'no-transaction') {
    const refused = statements.find((statement) => !allowedOutsideTransaction.some((pattern) => pattern.test(statement)));
    if (refused !== undefined) throw new Error(`${name} must not run this outside a transaction: ${refused}`);
  } else throw new Error(`${name} has an unknown mode: ${mode}`);
  return { name, mode, checksum, statements };
}

/** For the two modes with simple statements: no semicolons and no double hyphens in literals. */
function splitStatements(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

export function readMigrations(folder = defaultFolder): Migration[] {
  const list = join(folder, 'checksums.json');
  const accepted = (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}) as Record<string, string[]>;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      ...parseMigration(name, readFileSync(join(folder, name), 'utf8')),
      earlierChecksums: accepted[name]?.slice(1) ?? [],
    }));
}

/** The names of applied migrations whose files have been changed since. */
export function changedMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Pick<Migration, 'name' | 'checksum' | 'earlierChecksums'>[],
): string[] {
  const checksums = new Map(migrations.map(({ name, checksum, earlierChecksums = [] }) => [name, [checksum, ...earlierChecksums]]));
  return applied
    .filter(({ name, checksum }) => checksum !== null && checksums.get(name)?.includes(checksum) === false)
    .map(({ name }) => name);
}

export const latestMigration = readMigrations().at(-1)?.name ?? '';
