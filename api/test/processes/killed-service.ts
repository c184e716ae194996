import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type BuiltService, kill, startBuilt } from '../faults/built-service.ts';
import { type Service, testSecretKey } from '../harness.ts';

/** The built service as a process on the database of a service in the test, to be started and killed repeatedly. */
export class KilledService {
  readonly #folder = mkdtempSync(join(tmpdir(), 'swath-kill-'));
  readonly #service: Service;
  readonly #environment: Record<string, string>;
  #built: BuiltService | undefined;

  /** `environment`: addresses of the servers to which the process sends. */
  constructor(service: Service, environment: Record<string, string>) {
    this.#service = service;
    this.#environment = environment;
  }

  async start(): Promise<void> {
    const { host, port, user } = inject('postgres');
    const [row] = await this.#service.sql<{ name: string }>('select current_database() as name');
    this.#built = startBuilt(this.#folder, {
      env: {
        DATABASE_URL: `postgres://${user}@/${row?.name}?host=${encodeURIComponent(host)}&port=${port}`,
        SWATH_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
        SWATH_LOG: 'warn',
        SWATH_SECRET_KEY: testSecretKey.toString('hex'),
        ...this.#environment,
      },
    });
    this.#built.child.stderr?.pipe(process.stderr);
  }

  async kill(): Promise<void> {
    if (this.#built !== undefined) await kill(this.#built);
  }

  /** Sends SIGTERM; returns the exit code. */
  async stop(): Promise<number | null> {
    if (this.#built === undefined) throw new Error('the process was not started');
    await kill(this.#built, 'SIGTERM');
    return (await this.#built.ended).code;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
