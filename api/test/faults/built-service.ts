import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import { clusterOf, isRunning, postmasterOf } from '../../../faults/postmaster.mjs';
import { fastFolder } from '../fast-folder.ts';
import { eventually } from '../harness.ts';
import { nodeOptions } from '../node-options.ts';

export { clusterOf, isRunning, postmasterOf } from '../../../faults/postmaster.mjs';

const main = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'main.js');

export const adminEmail = 'owner@test.example';
export const adminPassword = 'Green-Field-7';

/** The built service in a process of its own. */
export interface BuiltService {
  /** Its address, once it is ready; rejects if the process ends before. */
  ready: Promise<string>;
  child: ChildProcess;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  output(): string;
}

export interface BuiltOptions extends Pick<SpawnOptions, 'uid' | 'gid'> {
  env?: Record<string, string>;
  main?: string;
}

export function startBuilt(folder: string, { env = {}, main: program = main, ...ids }: BuiltOptions = {}): BuiltService {
  if (!existsSync(program)) throw new Error('There is no built service: run "node scripts/prepare.mjs" first.');
  const child = spawn(process.execPath, [...nodeOptions, program], {
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      SWATH_DATA: folder,
      SWATH_DEMO: 'off',
      SWATH_ADMIN_EMAIL: adminEmail,
      SWATH_ADMIN_PASSWORD: adminPassword,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...ids,
  });
  let output = '';
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /Swath is ready: (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    void ended.then(({ code, signal }) => reject(new Error(`the service ended (${code ?? signal}): ${output}`)));
  });
  ready.catch(() => {}); // not every test awaits it
  return { ready, child, ended, output: () => output };
}

export async function kill(service: BuiltService, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  service.child.kill(signal);
  await service.ended;
}

/** Waits until PostgreSQL runs on the folder and returns its process id. */
export function runningPostmaster(folder: string): Promise<number> {
  return eventually(async () => {
    const found = postmasterOf(folder);
    if (found === undefined) throw new Error('no PostgreSQL runs on the folder');
    return found.pid;
  });
}

/** Queries the folder's database directly. */
export async function query<T extends pg.QueryResultRow>(folder: string, text: string, values: unknown[] = []): Promise<T[]> {
  return eventually(async () => {
    const client = new pg.Client({ host: postmasterOf(folder)?.socketFolder ?? '/nowhere', user: 'swath', database: 'swath' });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end();
    }
  });
}

const folders: string[] = [];
const services: { service: BuiltService; folder: string }[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(join(fastFolder(), 'swath-fault-'));
  chmodSync(folder, 0o755); // the mode of an ordinary folder
  folders.push(folder);
  return folder;
}

/** A data folder as a first start leaves it, but without an admin. */
export function preparedFolder(): string {
  const folder = newFolder();
  execFileSync('cp', ['-pR', inject('preparedCluster'), join(folder, 'postgres')]);
  return folder;
}

/** Starts a service that `cleanUp` stops. */
export function launch(folder: string, options: BuiltOptions = {}): BuiltService {
  const service = startBuilt(folder, options);
  services.push({ service, folder });
  return service;
}

/** Stops everything that the tests of a file have started, also after failures. */
export async function cleanUp(): Promise<void> {
  const launched = services.splice(0);
  const made = folders.splice(0);
  await Promise.all(launched.map(({ service }) => kill(service)));
  await Promise.all([...new Set([...made, ...launched.map(({ folder }) => folder)])].map(endPostgres));
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}

/** Without a checkpoint: its files are deleted. */
async function endPostgres(folder: string): Promise<void> {
  const found = postmasterOf(folder);
  if (found !== undefined) {
    process.kill(found.pid, 'SIGCONT');
    process.kill(found.pid, 'SIGQUIT');
    await eventually(async () => {
      if (isRunning(found.pid)) throw new Error('PostgreSQL does not stop');
    });
    rmSync(found.socketFolder, { recursive: true, force: true });
  }
  rmSync(clusterOf(folder), { recursive: true, force: true });
}
