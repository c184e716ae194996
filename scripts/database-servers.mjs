// A PostgreSQL server from system packages and PgBouncer, for tests with several processes. The embedded PostgreSQL lacks the programs that
// create a replica. Without them, those tests are skipped and counted as skipped.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './system-packages.mjs';

const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
const has = (name) => folders.some((folder) => existsSync(join(folder, name)));

function hasServer() {
  const debian = '/usr/lib/postgresql';
  return has('pg_basebackup') && (has('initdb') || (existsSync(debian) && readdirSync(debian).length > 0));
}

export async function databaseServers() {
  if (hasServer() && has('pgbouncer')) return;
  await installPackages('PostgreSQL and PgBouncer', { apt: ['postgresql', 'pgbouncer'], apk: ['postgresql', 'pgbouncer'] });
}
