import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import { DiskWatch, fullDisk, isFull, isMissing } from './disk-watch.ts';
import { postgresBinaries, sharedFolder } from './postgres-binaries.ts';
import { type Account, canReach, postgresAccount } from './system-account.ts';

const database = 'swath';
const user = 'swath';
const stopTimeoutMs = 15_000;
const killTimeoutMs = 5000;

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
  const server = new Server(bin, cluster, account, settings, log, stopping);
  try {
    await server.run();
    await createDatabase(server.connection('postgres'));
  } catch (error) {
    await server.stop().catch(() => {}); // report the first error only
    throw error;
  }
  return { connection: server.connection(database), cluster, gone: server.gone, stop: () => server.stop() };
}

/**
 * The cluster is in the data folder. If the system account of PostgreSQL has no access there, it is in a system folder, and the data folder
 * has a link to it.
 */
function placeCluster(folder: string, account: Account | undefined, log: Log): string {
  mkdirSync(folder, { recursive: true });
  const cluster = join(folder, 'postgres');
  const link = lstatSync(cluster, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() === true) return readlinkSync(cluster);
  if (link !== undefined || canReach(account, folder)) return cluster;
  const systemCluster = join(sharedFolder(), `data-${randomBytes(6).toString('hex')}`);
  symlinkSync(systemCluster, cluster);
  log.info(`The database's files are in ${systemCluster}: the account ${account?.name} has no access to ${folder}.`);
  return systemCluster;
}

// Includes the name of the cluster, because the parent folder may contain clusters of other services.
const unfinished = (cluster: string): string => `${basename(cluster)}-new-`;

/** Removes incomplete clusters of starts that were killed. */
function removeLeftovers(cluster: string): void {
  const parent = dirname(cluster);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(unfinished(cluster))) continue;
    endProcessesOn(join(parent, name));
    try {
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The initdb of the killed start may still be writing there; the next start removes the folder.
    }
  }
}

/** The initdb of a killed start continues to run, uses a core and creates files. */
function endProcessesOn(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)) kill(Number(pid));
    } catch {}
  }
}

/** Created in a temporary folder and renamed, so that a killed start leaves no incomplete cluster. */
async function createCluster(bin: string, cluster: string, account: Account | undefined, stopping: AbortSignal | undefined): Promise<void> {
  const newFolder = join(dirname(cluster), unfinished(cluster) + randomBytes(4).toString('hex'));
  mkdirSync(dirname(cluster), { recursive: true });
  mkdirSync(newFolder, { mode: 0o700 });
  own(newFolder, account);
  await promisify(execFile)(
    join(bin, 'initdb'),
    ['-D', newFolder, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    { cwd: '/', ...ids(account), ...(stopping && { signal: stopping }) },
  );
  renameSync(newFolder, cluster);
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

function ids(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

function own(path: string, account: Account | undefined): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

/** Supervises one PostgreSQL server: takes over a server that survived the previous service, and restarts it when it dies. */
class Server {
  readonly #bin: string;
  readonly #cluster: string;
  readonly #account: Account | undefined;
  readonly #settings: Record<string, string>;
  readonly #log: Log;
  readonly #aborted: AbortSignal | undefined;
  readonly gone: Promise<void>;
  #resolveGone: () => void = () => {};
  #socketFolder = '';
  #pid = 0;
  #child: ChildProcess | undefined;
  #stopping = false;
  #watch: NodeJS.Timeout | undefined;
  #diskWatch: DiskWatch | undefined;

  constructor(
    bin: string,
    cluster: string,
    account: Account | undefined,
    settings: Record<string, string>,
    log: Log,
    aborted: AbortSignal | undefined,
  ) {
    this.#aborted = aborted;
    this.gone = new Promise((resolve) => {
      this.#resolveGone = resolve;
    });
    this.#bin = bin;
    this.#cluster = cluster;
    this.#account = account;
    this.#settings = settings;
    this.#log = log;
  }

  connection(name: string): pg.ClientConfig {
    return { host: this.#socketFolder, port: 5432, user, database: name };
  }

  async run(): Promise<void> {
    const ownFolder = mkdtempSync(join(tmpdir(), 'swath-'));
    chmodSync(ownFolder, 0o700);
    own(ownFolder, this.#account);
    this.#socketFolder = ownFolder;
    // A PostgreSQL that was starting when its service was killed holds the cluster's lock before it accepts connections, so look for it
    // after each failed attempt.
    if (!(await this.#adopt())) await this.#start(() => this.#adopt());
    if (this.#socketFolder !== ownFolder) rmSync(ownFolder, { recursive: true, force: true });
    this.#watch = setInterval(() => void this.#restartIfDead(), 200);
    this.#watch.unref();
    this.#diskWatch = new DiskWatch(this.#cluster, this.#log, this.#resolveGone);
  }

  /** Takes over a PostgreSQL that already runs on the cluster and accepts connections. */
  async #adopt(): Promise<boolean> {
    this.#child = undefined;
    const running = this.#running();
    if (running === undefined || !(await this.#accepts(running.socketFolder, 10_000))) return false;
    this.#pid = running.pid;
    this.#socketFolder = running.socketFolder;
    this.#log.info('PostgreSQL is already running on the data folder; using it.');
    return true;
  }

  /** The server of postmaster.pid, if that process is alive. */
  #running(): { pid: number; socketFolder: string } | undefined {
    let lines: string[];
    try {
      lines = readFileSync(join(this.#cluster, 'postmaster.pid'), 'utf8').split('\n');
    } catch {
      return undefined;
    }
    const pid = Number(lines[0]);
    const socketFolder = lines[4]?.trim() ?? '';
    return Number.isInteger(pid) && pid > 0 && socketFolder !== '' && isAlive(pid) ? { pid, socketFolder } : undefined;
  }

  /** `replaced` is called after each failed attempt; true: another server was found instead. */
  async #start(replaced: () => Promise<boolean> = async () => false): Promise<void> {
    const toArgs = (settings: Record<string, string>) => Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = [
      '-D',
      this.#cluster,
      ...toArgs({
        listen_addresses: '',
        unix_socket_directories: this.#socketFolder,
        port: '5432',
        max_connections: '120',
        shared_buffers: '64MB',
        // Deltas and events are inserted and deleted by the thousand: frequent vacuuming keeps dead rows from slowing reads down.
        autovacuum_naptime: '10s',
        timezone: 'UTC',
        log_timezone: 'UTC',
        ...this.#settings,
      }),
    ];
    const deadline = performance.now() + 30_000;
    for (;;) {
      const logFile = openSync(join(this.#cluster, 'server.log'), 'a', 0o600);
      own(join(this.#cluster, 'server.log'), this.#account);
      // Detached: the database must survive a SIGKILL of the service.
      const child = spawn(join(this.#bin, 'postgres'), args, {
        cwd: '/',
        detached: true,
        stdio: ['ignore', logFile, logFile],
        ...ids(this.#account),
      });
      child.on('error', (error) => this.#log.error({ err: error }, 'PostgreSQL could not be started.'));
      closeSync(logFile);
      child.unref();
      this.#child = child;
      this.#pid = child.pid ?? 0;
      if (await this.#accepts(this.#socketFolder, 25_000)) return;
      if (this.#stopping) return;
      if (this.#aborted?.aborted === true) throw new Error('The start was aborted.');
      if (await replaced()) return;
      if (performance.now() > deadline) throw new Error(this.#startFailure());
      // Processes of the previous server may still be attached to its shared memory.
      await sleep(100);
    }
  }

  #startFailure(): string {
    if (isFull(this.#cluster)) return `PostgreSQL does not start. ${fullDisk(this.#cluster)}`;
    return `PostgreSQL does not start; see ${join(this.#cluster, 'server.log')}.`;
  }

  /** True when a connection is accepted; false when the process has ended or on timeout. */
  async #accepts(socketFolder: string, milliseconds: number): Promise<boolean> {
    const startedAt = performance.now();
    while (performance.now() < startedAt + milliseconds && !this.#stopping && this.#aborted?.aborted !== true) {
      const client = new pg.Client({ host: socketFolder, port: 5432, user, database: 'postgres', connectionTimeoutMillis: 2000 });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        return true;
      } catch (error) {
        if (this.#child?.exitCode != null || this.#child?.signalCode != null) return false;
        if (this.#child === undefined) {
          // No server behind the socket: the pid has been reused by another program.
          const isRefused = /^(ENOENT|ECONNREFUSED)$/.test((error as NodeJS.ErrnoException).code ?? '');
          if (this.#running() === undefined || (isRefused && performance.now() > startedAt + 1500)) return false;
        }
        await sleep(25);
      }
    }
    return false;
  }

  async #restartIfDead(): Promise<void> {
    if (this.#stopping || isAlive(this.#pid)) return;
    if (isMissing(this.#cluster)) return this.#resolveGone();
    clearInterval(this.#watch);
    this.#log.error('PostgreSQL has died; restarting it.');
    try {
      this.#child = undefined;
      await this.#start();
      this.#log.info('PostgreSQL is running again.');
    } catch (error) {
      this.#log.error({ err: error }, 'PostgreSQL could not be restarted; trying again.');
    }
    if (this.#stopping) return;
    this.#watch = setInterval(() => void this.#restartIfDead(), 200);
    this.#watch.unref();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    this.#diskWatch?.stop();
    // SIGINT is PostgreSQL's fast shutdown: rolls back open transactions and writes a checkpoint. A suspended (SIGSTOP) process does not
    // react to it.
    if (isAlive(this.#pid)) process.kill(this.#pid, 'SIGINT');
    const deadline = performance.now() + stopTimeoutMs;
    while (isAlive(this.#pid) && statOf(this.#pid)[0] !== 'T' && performance.now() < deadline) await sleep(20);
    const isKilled = isAlive(this.#pid);
    // Killing loses no acknowledged commit. Child processes are killed as well: a suspended one would keep the shared memory in use and
    // block the next start.
    if (isKilled) for (const pid of processTreeOf(this.#pid)) kill(pid);
    while (isAlive(this.#pid) && performance.now() < deadline + killTimeoutMs) await sleep(20);
    rmSync(this.#socketFolder, { recursive: true, force: true });
    if (isKilled) throw new Error('PostgreSQL did not stop by itself and was killed. No data is lost: it recovers at the next start.');
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

/** The server and its child processes, on platforms with /proc. */
function processTreeOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...others.filter((name) => statOf(name)[1] === String(pid)).map(Number)];
}

/** Fields of /proc/PID/stat from the state on; empty if there is no such process. */
function statOf(pid: string | number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A zombie has a pid but no longer runs.
  return process.platform !== 'linux' || !['Z', undefined].includes(statOf(pid)[0]);
}
