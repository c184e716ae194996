import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/migrations/migrate.ts';
import { createLog } from '../src/platform/telemetry/log.ts';

export const templateDatabase = 'swath_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
  }
}

/** One PostgreSQL for the run, with a migrated template database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(placeOfDatabases(), 'swath-test-'));
  // In a folder that PostgreSQL's account can reach when the run is root, so that all files are inside and are deleted with it.
  chmodSync(folder, 0o755);
  // Durability is off. Tests about durability start their own servers.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };
  const postgres = await startEmbeddedPostgres({ folder, log: createLog('silent'), settings });
  const { host = '', port = 0, user = '' } = postgres.connection as { host: string; port: number; user: string };
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  await migrate({ host, port, user, database: templateDatabase });
  project.provide('postgres', { host, port, user });
  return async () => {
    await postgres.stop();
    // As root, the cluster is behind the folder's symbolic link.
    rmSync(postgres.cluster, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
}

/** In memory, if there is enough: each test file copies a database of about a thousand small files. */
function placeOfDatabases(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}
