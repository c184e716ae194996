import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { PrimaryDiscovery } from '../postgres/primary-discovery.ts';
import type { Log } from '../telemetry/log.ts';
import { type AppliedMigration, changedMigrations, concurrentIndex, type Migration, readMigrations } from './migration-files.ts';

// The migration runner. An advisory lock admits one at a time.

// Not the key of any other advisory lock: bills (bill-store.ts) would wait while a migration runs.
const lockKey = 7_736_284_007;
// The lock of versions with migrations up to 0028, which wait for it inside a statement.
const earlierLockKey = 7_736_284_001;

// Statements outside a transaction wait for older transactions to end. Requests do not wait for them, and an aborted index would have to be
// built again.
const concurrentLockTimeoutMs = 60_000;

export interface MigrateOptions {
  migrations?: readonly Migration[];
  log?: Pick<Log, 'info' | 'warn'>;
  /**
   * While a statement waits for a table, requests for that table wait behind it. Below the server's deadlock_timeout (1 s), so that
   * in a deadlock with a request the migration gives up.
   */
  lockTimeoutMs?: number;
  /** Gives up after this time without progress because of locks. */
  retryLimitMs?: number;
}

export const migrationRefusedCode = 'MIGRATION_REFUSED';

const refuse = (message: string, cause?: unknown) => Object.assign(new Error(message, { cause }), { code: migrationRefusedCode });

/** Applies pending migrations in order, one process at a time, and returns the names of those that this call applied. */
export async function migrate(connection: pg.ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = readMigrations(), log, lockTimeoutMs = 500, retryLimitMs = 600_000 } = options;
  const client = await connect(connection);
  await setLockTimeout(client, lockTimeoutMs);
  const names: string[] = [];
  let current = 'The list of migrations';
  let lastProgressAt = Date.now();
  try {
    for (let failures = 0; ; ) {
      await acquireLocks(client, log);
      try {
        const next = await findNext(client, migrations);
        if (next === undefined) return names;
        current = next.name;
        // An index waits for every older statement, also for one that waits for this lock. Earlier versions have no such files to apply.
        if (next.mode === 'no-transaction') await client.query('select pg_advisory_unlock($1)', [earlierLockKey]);
        await setLockTimeout(client, next.mode === 'no-transaction' ? concurrentLockTimeoutMs : lockTimeoutMs);
        await apply(client, next, () => {
          lastProgressAt = Date.now();
          failures = 0;
        });
        names.push(current);
      } catch (error) {
        if (!isLockConflict(error)) throw error;
        if (Date.now() - lastProgressAt > retryLimitMs)
          throw refuse(
            `${current} could not lock its tables for ${retryLimitMs / 1000} s. Look for long transactions in pg_stat_activity.`,
            error,
          );
        await releaseLocks(client);
        const delayMs = backOffMs(++failures);
        log?.warn(`${current} could not lock its tables (${error.code} ${error.message}); next attempt in ${delayMs} ms.`);
        await delay(delayMs);
        continue;
      }
      await releaseLocks(client);
    }
  } finally {
    await client.end();
  }
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(await new PrimaryDiscovery({ ...connection, connectionTimeoutMillis: 10_000 }).find());
  client.on('error', () => {}); // the running query fails
  await client.connect();
  // A suspended process loses its session, and with it the advisory lock. A crash may lose the last commits, never one before another:
  // the next start applies those files again.
  const settings = {
    synchronous_commit: 'off',
    statement_timeout: 0,
    transaction_timeout: 0,
    idle_in_transaction_session_timeout: 10_000,
    idle_session_timeout: 60_000,
  };
  await client.query(
    `select set_config(s.key, s.value, false) from json_each_text($1) s where exists (select from pg_settings where name = s.key)`,
    [settings],
  );
  // Ends what a killed process left running at the server. Not available on every platform.
  await client.query("set client_connection_check_interval = '1s'").catch(() => {});
  return client;
}

async function setLockTimeout(client: pg.Client, lockTimeoutMs: number): Promise<void> {
  await client.query("select set_config('lock_timeout', $1, false)", [String(lockTimeoutMs)]);
}

/** Polls instead of waiting inside a statement: an index that another process builds would wait for that statement. */
async function acquireLocks(client: pg.Client, log: MigrateOptions['log']): Promise<void> {
  for (let isLogged = false; ; isLogged = true) {
    const { rows } = await client.query<{ acquired: boolean }>('select pg_try_advisory_lock($1) and pg_try_advisory_lock($2) as acquired', [
      lockKey,
      earlierLockKey,
    ]);
    if (rows[0]?.acquired === true) return;
    await releaseLocks(client);
    if (!isLogged) log?.info('Another process is applying migrations; waiting for it.');
    await delay(50 + 100 * Math.random());
  }
}

async function releaseLocks(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock_all()');
}

/** Verifies what was applied before, and returns the first migration that was not. */
async function findNext(client: pg.Client, migrations: readonly Migration[]): Promise<Migration | undefined> {
  const applied = await readApplied(client);
  const changed = changedMigrations(applied, migrations);
  if (changed.length > 0)
    throw refuse(
      `Changed after it was applied to this database: ${changed.join(', ')}. Restore the file and make a new migration instead.`,
    );
  if (applied.some(({ checksum }) => checksum === null))
    await client.query(
      `update migration m set checksum = f.checksum from unnest($1::text[], $2::text[]) f (name, checksum)
        where m.name = f.name and m.checksum is null`,
      [migrations.map(({ name }) => name), migrations.map(({ checksum }) => checksum)],
    );
  const names = new Set(applied.map(({ name }) => name));
  return migrations.find(({ name }) => !names.has(name));
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query('create table if not exists migration (name text primary key, at timestamptz not null default now(), checksum text)');
  const { rowCount } = await client.query("select from pg_attribute where attrelid = 'migration'::regclass and attname = 'checksum'");
  if (rowCount === 0) await client.query('alter table migration add column checksum text');
  return (await client.query<AppliedMigration>('select name, checksum from migration order by name')).rows;
}

async function apply(client: pg.Client, migration: Migration, onProgress: () => void): Promise<void> {
  const { mode, statements } = migration;
  if (mode === 'transaction') await applyInTransaction(client, migration);
  else {
    for (const statement of statements) {
      if (mode === 'batches') await runBatches(client, statement, onProgress);
      else await runOutsideTransaction(client, statement);
      onProgress();
    }
    await record(client, migration);
  }
  onProgress();
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of migration.statements) await client.query(statement);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // if the connection was lost, the server has rolled back
    throw error;
  }
}

/** Each batch is a transaction. After a crash the next start continues with the rows that are left. */
async function runBatches(client: pg.Client, statement: string, onProgress: () => void): Promise<void> {
  await analyzeNewTables(client, statement);
  for (;;) {
    const { rowCount } = await client.query(statement);
    if (rowCount === null || rowCount === 0) return;
    onProgress();
  }
}

/**
 * Without statistics the planner assumes hundreds of rows in the table that holds the position of a backfill, and then every batch reads all
 * orders. An empty table stays without: for such a table the planner's default is better.
 */
async function analyzeNewTables(client: pg.Client, statement: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where oid = any(select to_regclass(word) from unnest($1::text[]) word)
        and relkind = 'r' and reltuples < 0 and pg_relation_size(oid) > 0`,
    [[...new Set(statement.match(/[a-z_]\w*/g))]],
  );
  for (const { name } of rows) await client.query(`analyze ${name}`);
}

async function runOutsideTransaction(client: pg.Client, statement: string): Promise<void> {
  const index = concurrentIndex.exec(statement)?.groups?.name;
  if (index !== undefined) {
    const { rows } = await client.query<{ indisvalid: boolean }>('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
      index,
    ]);
    if (rows[0]?.indisvalid === true) return;
    // Left by an attempt that failed or was killed.
    if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
  }
  await client.query(statement);
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
}

/** A wait for a lock that took too long, or a deadlock. */
function isLockConflict(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
}

function backOffMs(failures: number): number {
  return Math.round(Math.min(200 * 2 ** failures, 5000) * (0.5 + Math.random() / 2));
}
