import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type { Service } from '../harness.ts';
import { nodeOptions } from '../node-options.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'main.js');

/** The built service as a process on the database of a service in the test, to be started and killed repeatedly. */
export class KilledService {
  readonly #folder = mkdtempSync(join(tmpdir(), 'swath-kill-'));
  readonly #service: Service;
  readonly #environment: Record<string, string>;
  #child: ChildProcess | undefined;

  /** `environment`: addresses of the servers to which the process sends. */
  constructor(service: Service, environment: Record<string, string>) {
    this.#service = service;
    this.#environment = environment;
  }

  async start(): Promise<void> {
    const { host, port, user } = inject('postgres');
    const [row] = await this.#service.sql<{ name: string }>('select current_database() as name');
    this.#child = spawn(process.execPath, [...nodeOptions, main], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: `postgres://${user}@/${row?.name}?host=${encodeURIComponent(host)}&port=${port}`,
        HOST: '127.0.0.1',
        PORT: '0',
        SWATH_DATA: this.#folder,
        SWATH_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
        SWATH_LOG: 'warn',
        SWATH_ADMIN_EMAIL: 'first-admin@test.example',
        SWATH_ADMIN_PASSWORD: 'Spray-Test-1',
        ...this.#environment,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Sends SIGTERM; returns the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) throw new Error('the process was not started');
    child.kill('SIGTERM');
    await once(child, 'exit');
    return child.exitCode;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
