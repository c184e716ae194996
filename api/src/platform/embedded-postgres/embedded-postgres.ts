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
/** Milliseconds. */
const longestStop = 15_000;
const longestDying = 5000;

export interface EmbeddedPostgres {
  connection: pg.ClientConfig;
  /** Where the cluster's files are: inside the data folder, or where its link leads. */
  cluster: string;
  /** Resolves when the cluster's files have been taken away: there is nothing left to serve. */
  gone: Promise<void>;
  /** Fails if it had to be killed. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  folder: string;
  log: Log;
  /** Extra server settings, for tests. */
  settings?: Record<string, string>;
  /** Once it is set, a start is given up. */
  stopping?: AbortSignal;
}

/**
 * A real PostgreSQL as a child process on a folder of ours. It listens on a Unix socket in a folder that only
 * its account may enter, so it needs neither port nor password. The caller holds the folder's lock.
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
    await server.stop().catch(() => {}); // the first reason is the one to tell
    throw error;
  }
  return { connection: server.connection(database), cluster, gone: server.gone, stop: () => server.stop() };
}

/** The cluster lives in the data folder; where its account cannot reach that, in a system folder that a link names. */
function placeCluster(folder: string, account: Account | undefined, log: Log): string {
  mkdirSync(folder, { recursive: true });
  const cluster = join(folder, 'postgres');
  const link = lstatSync(cluster, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() === true) return readlinkSync(cluster);
  if (link !== undefined || canReach(account, folder)) return cluster;
  const elsewhere = join(sharedFolder(), `data-${randomBytes(6).toString('hex')}`);
  symlinkSync(elsewhere, cluster);
  log.info(`The database's files are in ${elsewhere}: the account ${account?.name} cannot reach ${folder}.`);
  return elsewhere;
}

// Named after its cluster: the folder that it is in may hold other services' clusters as well.
const unfinished = (cluster: string): string => `${basename(cluster)}-new-`;

/** What starts that were killed half-way have left behind. */
function removeLeftovers(cluster: string): void {
  const parent = dirname(cluster);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(unfinished(cluster))) continue;
    endProcessesOn(join(parent, name));
    try {
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The killed start's initdb may still be at work in there, where it could not be ended: then it goes next time.
    }
  }
}

/** A killed start's initdb goes on by itself: it would keep a core busy, and new files coming. */
function endProcessesOn(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)) kill(Number(pid));
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Made beside its place and moved there whole, so that a kill half-way leaves nothing that looks finished. */
async function createCluster(bin: string, cluster: string, account: Account | undefined, stopping: AbortSignal | undefined): Promise<void> {
  const fresh = join(dirname(cluster), unfinished(cluster) + randomBytes(4).toString('hex'));
  mkdirSync(dirname(cluster), { recursive: true });
  mkdirSync(fresh, { mode: 0o700 });
  own(fresh, account);
  await promisify(execFile)(
    join(bin, 'initdb'),
    ['-D', fresh, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    { cwd: '/', ...ids(account), ...(stopping && { signal: stopping }) },
  );
  renameSync(fresh, cluster);
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

/** Keeps one PostgreSQL running: adopts it if it outlived the last service, restarts it when it dies. */
class Server {
  readonly #bin: string;
  readonly #cluster: string;
  readonly #account: Account | undefined;
  readonly #settings: Record<string, string>;
  readonly #log: Log;
  readonly #givenUp: AbortSignal | undefined;
  readonly gone: Promise<void>;
  #isGone: () => void = () => {};
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
    givenUp: AbortSignal | undefined,
  ) {
    this.#givenUp = givenUp;
    this.gone = new Promise((resolve) => {
      this.#isGone = resolve;
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
    // A PostgreSQL that was just starting when its service was killed keeps others out before it can be reached: it is looked for again.
    if (!(await this.#adopt())) await this.#start(() => this.#adopt());
    if (this.#socketFolder !== ownFolder) rmSync(ownFolder, { recursive: true, force: true });
    this.#watch = setInterval(() => void this.#revive(), 200);
    this.#watch.unref();
    this.#diskWatch = new DiskWatch(this.#cluster, this.#log, this.#isGone);
  }

  /** Takes over the PostgreSQL that runs on the cluster, if there is one that answers. */
  async #adopt(): Promise<boolean> {
    this.#child = undefined;
    const running = this.#running();
    if (running === undefined || !(await this.#accepts(running.socketFolder, 10_000))) return false;
    this.#pid = running.pid;
    this.#socketFolder = running.socketFolder;
    this.#log.info('Found the database still running and took it over.');
    return true;
  }

  /** What postmaster.pid says, if that process lives and is ours. */
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

  /** `replaced`: asked after each attempt that failed; true if another server was found instead. */
  async #start(replaced: () => Promise<boolean> = async () => false): Promise<void> {
    const give = (settings: Record<string, string>) => Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = [
      '-D',
      this.#cluster,
      ...give({
        listen_addresses: '',
        unix_socket_directories: this.#socketFolder,
        port: '5432',
        max_connections: '120',
        shared_buffers: '64MB',
        // News of orders and events come and go by the thousand: what they leave is cleared away before it is read over and over.
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
      // Detached: a kill of the service must not take the database with it in mid-write.
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
      if (this.#givenUp?.aborted === true) throw new Error('The start was given up.');
      if (await replaced()) return;
      if (performance.now() > deadline) throw new Error(this.#whyNot());
      // The last one's processes may still be leaving its shared memory.
      await sleep(100);
    }
  }

  #whyNot(): string {
    if (isFull(this.#cluster)) return `PostgreSQL does not start. ${fullDisk(this.#cluster)}`;
    return `PostgreSQL does not start; see ${join(this.#cluster, 'server.log')}.`;
  }

  /** True once a connection is answered; false when the process is gone or time is up. */
  async #accepts(socketFolder: string, milliseconds: number): Promise<boolean> {
    const began = performance.now();
    while (performance.now() < began + milliseconds && !this.#stopping && this.#givenUp?.aborted !== true) {
      const client = new pg.Client({ host: socketFolder, port: 5432, user, database: 'postgres', connectionTimeoutMillis: 2000 });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        return true;
      } catch (error) {
        if (this.#child?.exitCode != null || this.#child?.signalCode != null) return false;
        if (this.#child === undefined) {
          // Nobody behind the socket: the process of that number is some other program by now.
          const nobody = /^(ENOENT|ECONNREFUSED)$/.test((error as NodeJS.ErrnoException).code ?? '');
          if (this.#running() === undefined || (nobody && performance.now() > began + 1500)) return false;
        }
        await sleep(25);
      }
    }
    return false;
  }

  async #revive(): Promise<void> {
    if (this.#stopping || isAlive(this.#pid)) return;
    if (isMissing(this.#cluster)) return this.#isGone();
    clearInterval(this.#watch);
    this.#log.error('PostgreSQL has died; starting it again.');
    try {
      this.#child = undefined;
      await this.#start();
      this.#log.info('PostgreSQL is back.');
    } catch (error) {
      this.#log.error({ err: error }, 'PostgreSQL did not come back; trying again.');
    }
    if (this.#stopping) return;
    this.#watch = setInterval(() => void this.#revive(), 200);
    this.#watch.unref();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    this.#diskWatch?.stop();
    // Fast shutdown: roll back, write out, leave. One that someone has paused hears nothing of it.
    if (isAlive(this.#pid)) process.kill(this.#pid, 'SIGINT');
    const deadline = performance.now() + longestStop;
    while (isAlive(this.#pid) && statOf(this.#pid)[0] !== 'T' && performance.now() < deadline) await sleep(20);
    const left = isAlive(this.#pid);
    // Nothing acknowledged is lost this way, either. Its helpers, too: one that is stopped would keep its memory, and so keep the next one out.
    if (left) for (const pid of familyOf(this.#pid)) kill(pid);
    while (isAlive(this.#pid) && performance.now() < deadline + longestDying) await sleep(20);
    rmSync(this.#socketFolder, { recursive: true, force: true });
    if (left) throw new Error('PostgreSQL did not stop by itself and was killed. Nothing is lost: it recovers when it starts again.');
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** The server and its helpers, where the system shows who belongs to whom. */
function familyOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...others.filter((name) => statOf(name)[1] === String(pid)).map(Number)];
}

/** State, parent and more of a process; nothing if there is none. */
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
  // A dead child of someone who never collects it still has a number, but runs no more.
  return process.platform !== 'linux' || !['Z', undefined].includes(statOf(pid)[0]);
}
