// The measured system: an embedded PostgreSQL, databases in it, and a service for each.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { load, mainFile } from './built.mjs';
import { startService } from './children.mjs';
import { fill, password } from './data.mjs';
import { postgresSettings } from './settings.mjs';

const { startEmbeddedPostgres } = await load('platform/embedded-postgres/embedded-postgres.js');
const { migrate } = await load('platform/migrations/migrate.js');
const { createLog } = await load('platform/telemetry/log.js');
const { hashPassword } = await load('accounts/password.js');

/** In a temporary folder, or in a folder that is kept between runs. */
export async function openPostgres(kept) {
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'swath-bench-')) : resolve(kept);
  mkdirSync(folder, { recursive: true });
  const server = await startEmbeddedPostgres({ folder, log: createLog('silent'), settings: postgresSettings });
  const version = await onServer(server.connection, 'show server_version');
  return {
    ...server,
    folder,
    version: version.rows[0].server_version.split(' ')[0],
    pid: Number(readFileSync(join(server.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]),
    async remove() {
      await server.stop();
      if (kept !== undefined) return;
      rmSync(server.cluster, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function onServer(connection, text) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function connect(connection) {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // when a run is interrupted, the server may stop first
  await client.connect();
  return client;
}

/** A database with that many orders, and a service for it. `swath` is the default database of a service on this folder. */
export async function openSubject(postgres, name, orders, nodeOptions) {
  const { rows } = await onServer(
    postgres.connection,
    `select shobj_description(oid, 'pg_database') as what from pg_database where datname = '${name}'`,
  );
  const filled = `filled with ${orders} orders`;
  if (rows[0]?.what?.startsWith('filled') && rows[0].what !== filled)
    throw new Error(`${name} is ${rows[0].what}: give --orders as then, or another folder`);
  if (rows.length === 0) await onServer(postgres.connection, `create database ${name}`);
  const connection = { ...postgres.connection, database: name };
  await migrate(connection);
  const [client, ...others] = await Promise.all(
    Array.from({ length: Math.max(1, Math.min(4, availableParallelism())) }, () => connect(connection)),
  );
  if (rows[0]?.what !== filled) {
    await fill([client, ...others], orders, await hashPassword(password));
    await client.query(`comment on database ${name} is '${filled}'`);
  }
  for (const other of others) await other.end();
  const service = startService(
    mainFile,
    {
      DATABASE_URL: `postgresql://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}/${name}`,
      SWATH_DATA: join(postgres.folder, `files-of-${name}`),
      SWATH_DEMO: 'off',
    },
    nodeOptions,
  );
  const { url } = await service.ready;
  return { orders, connection, client, service, url };
}
