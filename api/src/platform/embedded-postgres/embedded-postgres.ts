import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import { createCluster, placeCluster, removeLeftovers } from './cluster-folder.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { PostgresServer } from './postgres-server.ts';
import { postgresAccount } from './system-account.ts';

const database = 'swath';

export interface EmbeddedPostgres {
  connection: pg.ClientConfig;
  /** Folder of the cluster: inside the data folder, or the target of a link there. */
  cluster: string;
  /** Resolves when the cluster's files have been deleted while the service runs. */
  gone: Promise<void>;
  /** Rejects if PostgreSQL had to be killed. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  folder: string;
  log: Log;
  /** Extra server settings, for tests. */
  settings?: Record<string, string>;
  /** Aborts a start. */
  stopping?: AbortSignal;
}

/**
 * Runs PostgreSQL as a child process on a local folder. It listens on a Unix socket in a folder that only its system account can access, so
 * it needs neither a port nor a password. The caller holds the lock of the folder.
 */
export async function startEmbeddedPostgres({ folder, log, settings = {}, stopping }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = postgresAccount();
  const bin = postgresBinaries(account);
  const cluster = placeCluster(folder, account, log);
  removeLeftovers(cluster);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(bin, cluster, account, stopping);
  const server = new PostgresServer(bin, cluster, account, settings, log, stopping);
  try {
    await server.run();
    await createDatabase(server.connection('postgres'));
  } catch (error) {
    await server.stop().catch(() => {}); // report the first error only
    throw error;
  }
  return { connection: server.connection(database), cluster, gone: server.gone, stop: () => server.stop() };
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
