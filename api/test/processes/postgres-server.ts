import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresAccount } from '../../src/platform/embedded-postgres/system-account.ts';
import { fastFolder } from '../fast-folder.ts';
import { freePort } from '../free-port.ts';
import { eventually } from '../harness.ts';

const account = postgresAccount();
const ids = account === undefined ? {} : { uid: account.uid, gid: account.gid };

/** The folder of the system's PostgreSQL binaries: the embedded one has none for replicas. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))));
}

const programs = findPrograms();
const pooler = ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));

export const hasPostgres = programs !== undefined;
export const hasPooler = pooler !== undefined;
if (!hasPostgres || !hasPooler)
  process.stderr.write(
    `\n  SKIPPED: there is no ${hasPostgres ? '' : 'PostgreSQL server '}${hasPooler ? '' : 'PgBouncer '}on this system.\n\n`,
  );

export interface Server {
  port: number;
  folder: string;
  url: string;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** SIGKILL, like a power failure. */
  kill(): Promise<void>;
  /** Starts it again after a kill. */
  start(): Promise<void>;
}

const started: ChildProcess[] = [];
const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(fastFolder(), 'swath-server-'));
  folders.push(folder);
  chmodSync(folder, 0o755);
  const inner = join(folder, 'data');
  mkdirSync(inner, { mode: 0o700 });
  if (account !== undefined) chownSync(inner, account.uid, account.gid);
  return inner;
}

const program = (name: string) => join(programs ?? '', name);
const run = (name: string, ...args: string[]) => promisify(execFile)(program(name), args, { cwd: '/', ...ids });

async function launch(folder: string, settings: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const options = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), fsync: 'off', ...settings };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess;
  const start = async () => {
    child = spawn(program('postgres'), ['-D', folder, ...args], { cwd: '/', stdio: 'ignore', ...ids });
    started.push(child);
    await eventually(async () => {
      await query('select 1').catch((error: { code?: string }) => {
        if (error.code !== '3D000') throw error; // it runs, but the database does not exist yet
      });
    });
  };
  const url = `postgresql://swath@127.0.0.1:${port}/swath`;
  const query: Server['query'] = async (text, values = []) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  await start();
  return { port, folder, url, query, kill: () => killed(child), start };
}

/** Its child processes end by themselves when the postmaster is gone. */
async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** A PostgreSQL server of the system's packages, with an empty database. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const folder = newFolder();
  await run('initdb', '-D', folder, '-U', 'swath', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync');
  const server = await launch(folder, settings);
  const admin = new pg.Client({ connectionString: server.url.replace(/swath$/, 'postgres') });
  await admin.connect();
  await admin.query('create database swath');
  await admin.end();
  return server;
}

/** A streaming replica of another server. */
export async function startReplica(primary: Server, name: string, settings: Record<string, string> = {}): Promise<Server> {
  const folder = newFolder();
  const from = `postgresql://swath@127.0.0.1:${primary.port}/postgres?application_name=${name}`;
  await run('pg_basebackup', '-D', folder, '-d', from, '-R', '--checkpoint=fast', '--wal-method=stream', '--no-sync');
  return launch(folder, settings);
}

export async function startPooler(server: Server): Promise<string> {
  const folder = newFolder();
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
swath = host=127.0.0.1 port=${server.port} dbname=swath user=swath
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
logfile = ${join(folder, 'pgbouncer.log')}
`,
  );
  const child = spawn(pooler ?? '', [file], { cwd: '/', stdio: 'ignore', ...ids });
  started.push(child);
  const url = `postgresql://swath@127.0.0.1:${port}/swath`;
  await eventually(async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    await client.end();
  });
  return url;
}

export async function stopServers(): Promise<void> {
  // An immediate shutdown that still frees the shared memory.
  for (const child of started) child.kill(child.spawnfile === pooler ? 'SIGKILL' : 'SIGQUIT');
  for (const child of started.splice(0)) {
    await eventually(async () => {
      if (child.exitCode === null && child.signalCode === null) throw new Error('a server does not stop');
    }, 10).catch(() => killed(child));
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
