import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import { DiskWatch, fullDisk, isFull, isMissing } from './disk-watch.ts';
import { isAlive, kill, processTreeOf, statOf } from './processes.ts';
import { type Account, accountIds, changeOwner } from './system-account.ts';

export const databaseUser = 'swath';
const stopTimeoutMs = 15_000;

const killTimeoutMs = 5000;

/** Supervises one PostgreSQL server: takes over a server that survived the previous service, and restarts it when it dies. */
export class PostgresServer {
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
    return { host: this.#socketFolder, port: 5432, user: databaseUser, database: name };
  }

  async run(): Promise<void> {
    const ownFolder = mkdtempSync(join(tmpdir(), 'swath-'));
    chmodSync(ownFolder, 0o700);
    changeOwner(ownFolder, this.#account);
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
      changeOwner(join(this.#cluster, 'server.log'), this.#account);
      // Detached: the database must survive a SIGKILL of the service.
      const child = spawn(join(this.#bin, 'postgres'), args, {
        cwd: '/',
        detached: true,
        stdio: ['ignore', logFile, logFile],
        ...accountIds(this.#account),
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
      const client = new pg.Client({
        host: socketFolder,
        port: 5432,
        user: databaseUser,
        database: 'postgres',
        connectionTimeoutMillis: 2000,
      });
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
