import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/migrations/migrate.ts';
import { createLog } from '../src/platform/telemetry/log.ts';
import { fastFolder } from './fast-folder.ts';

const migratedDatabase = 'swath_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
    /** The database that each test file copies. */
    templateDatabase: string;
    /** A cluster with the migrated database of the service, stopped; tests that start built services copy it. */
    preparedCluster: string;
  }
}

export interface TestServer {
  connection: { host: string; port: number; user: string };
  preparedCluster: string;
  stop(): Promise<void>;
}

/** One server for the run. Each project loads this file for itself, so the server is in the global object. */
const shared = globalThis as { swathTestServer?: { started: Promise<TestServer>; projects: number } | undefined };

async function start(): Promise<TestServer> {
  const folder = mkdtempSync(join(fastFolder(), 'swath-test-'));
  // In a folder that PostgreSQL's account can reach when the run is root, so that all files are inside and are deleted with it.
  chmodSync(folder, 0o755);
  // Durability is off. Tests about durability start their own servers.
  const durability = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  // By default a deadlock ends after a second, in which a test about parallel writes does nothing.
  const settings = { ...durability, deadlock_timeout: '50ms', max_connections: '400' };
  const startPostgres = () => startEmbeddedPostgres({ folder, log: createLog('silent'), settings });
  const preparing = await startPostgres();
  await migrate(preparing.connection);
  await preparing.stop();
  const preparedCluster = join(folder, 'prepared');
  execFileSync('cp', ['-pR', preparing.cluster, preparedCluster]);

  const postgres = await startPostgres();
  const { host = '', port = 0, user = '', database = '' } = postgres.connection;
  const connection = { host, port, user };
  await copyDatabase(connection, database, migratedDatabase);
  return {
    connection,
    preparedCluster,
    async stop() {
      await postgres.stop();
      // As root, the cluster is behind the folder's symbolic link.
      rmSync(postgres.cluster, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a database with the content of another one, to which nobody is connected. */
export async function copyDatabase(connection: TestServer['connection'], from: string, name: string): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${name} template ${from} strategy file_copy`);
  await admin.end();
}

/** One PostgreSQL for the run, with a migrated template database that each test file copies. The last project stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.swathTestServer ??= { started: start(), projects: 0 };
  const server = shared.swathTestServer;
  server.projects++;
  const { connection, preparedCluster, stop } = await server.started;
  project.provide('postgres', connection);
  project.provide('templateDatabase', migratedDatabase);
  project.provide('preparedCluster', preparedCluster);
  return async () => {
    server.projects--;
    if (server.projects > 0) return;
    shared.swathTestServer = undefined;
    await stop();
  };
}
