import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { PrimaryDiscovery } from '../postgres/primary-discovery.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'migrations');
// Any number will do, as long as it is always the same one.
const lockKey = 7_736_284_001;

interface Migration {
  name: string;
  sql: string;
}

export function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));
}

export const latestMigration = migrations().at(-1)?.name ?? '';

/** Brings the schema up to date: each file once, in order, all or nothing, one process at a time. */
export async function migrate(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(await new PrimaryDiscovery({ ...connection, connectionTimeoutMillis: 10_000 }).find());
  client.on('error', () => {}); // the query under way fails with it
  await client.connect();
  try {
    await client.query('begin');
    // Whoever comes second waits as long as the first needs. A process that is suspended meanwhile loses its session.
    await client.query(
      "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = '60s'",
    );
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    // Everyone else would wait behind a migration that waits for a table.
    await client.query("set local lock_timeout = '10s'");
    await client.query('create table if not exists migration (name text primary key, at timestamptz not null default now())');
    const known = await client.query<{ name: string }>('select name from migration');
    const done = new Set(known.rows.map((row) => row.name));
    const due = migrations().filter(({ name }) => !done.has(name));
    for (const { name, sql } of due) {
      await client.query(sql);
      await client.query('insert into migration (name) values ($1)', [name]);
    }
    await client.query('commit');
    return due.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
