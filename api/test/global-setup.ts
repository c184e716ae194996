import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/migrations/migrate.ts';
import { createLog } from '../src/platform/telemetry/log.ts';
import { fastFolder } from './fast-folder.ts';

export const templateDatabase = 'swath_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
    /** A cluster with the migrated database of the service, stopped; tests that start built services copy it. */
    preparedCluster: string;
  }
}

/** One PostgreSQL for the run, with a migrated template database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(fastFolder(), 'swath-test-'));
  // In a folder that PostgreSQL's account can reach when the run is root, so that all files are inside and are deleted with it.
  chmodSync(folder, 0o755);
  // Durability is off. Tests about durability start their own servers.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };
  const start = () => startEmbeddedPostgres({ folder, log: createLog('silent'), settings });
  const preparing = await start();
  await migrate(preparing.connection);
  await preparing.stop();
  const preparedCluster = join(folder, 'prepared');
  execFileSync('cp', ['-pR', preparing.cluster, preparedCluster]);
  project.provide('preparedCluster', preparedCluster);

  const postgres = await start();
  const { host = '', port = 0, user = '', database = '' } = postgres.connection;
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${templateDatabase} template ${database} strategy file_copy`);
  await admin.end();
  project.provide('postgres', { host, port, user });
  return async () => {
    await postgres.stop();
    // As root, the cluster is behind the folder's symbolic link.
    rmSync(postgres.cluster, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
}
