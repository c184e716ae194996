import { randomUUID } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { violatedConstraint } from '../platform/postgres/database.ts';
import type { OutageLog } from '../platform/postgres/outage-log.ts';
import { BlockedImport } from './sheet-handler.ts';
import type { Failure } from './sheet-import.ts';
import { failImport, renewImport } from './sheet-import-store.ts';

export type ImportWork = 'checking' | 'applying' | 'undoing';

/** What a work reports while it runs. */
export interface WorkProgress {
  done: number;
  /** Throws when the process stops or the lease is lost. */
  check(): void;
}

const renewIntervalMs = 500;
const maxListedRows = 50;

class Interrupted extends Error {}

/**
 * Checks, applies and undoes the imports that this process has claimed, outside of requests. The lease of each is renewed while it runs, with
 * its progress; the last statement of the work's transaction requires the lease, so a process that lost it changes nothing.
 */
export class ImportRunner {
  /** Identifies this run of the process. */
  readonly holder = randomUUID();
  readonly #database: Database;
  readonly #outages: OutageLog;
  readonly #running = new Set<Promise<void>>();
  #isClosing = false;

  constructor({ database, outages }: { database: Database; outages: OutageLog }) {
    this.#database = database;
    this.#outages = outages;
  }

  /** Starts a work that was claimed with `holder`. */
  start(id: string, work: ImportWork, run: (progress: WorkProgress) => Promise<void>): void {
    const done = this.#run(id, work, run)
      .catch((error: unknown) => this.#outages.warn(error, 'A spreadsheet import could not be completed.'))
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }

  /** Work that is not complete is rolled back. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#running);
  }

  async #run(id: string, work: ImportWork, run: (progress: WorkProgress) => Promise<void>): Promise<void> {
    let isLost = false;
    const progress: WorkProgress = {
      done: 0,
      check: () => {
        if (this.#isClosing || isLost) throw new Interrupted();
      },
    };
    let renewal: Promise<void> | undefined;
    const renew = async (): Promise<void> => {
      isLost = !(await renewImport(this.#database.write, id, this.holder, work, progress.done));
    };
    const timer = setInterval(() => {
      renewal ??= renew()
        .catch((error: unknown) => this.#outages.warn(error, 'The lease of a spreadsheet import could not be renewed; trying again.'))
        .finally(() => {
          renewal = undefined;
        });
    }, renewIntervalMs);
    try {
      await run(progress);
      clearInterval(timer);
      await renewal;
    } catch (error) {
      clearInterval(timer);
      await renewal;
      await failImport(this.#database.write, id, this.holder, work, this.#failureOf(error));
    }
  }

  #failureOf(error: unknown): Failure {
    if (error instanceof BlockedImport) return { code: error.code, rows: error.rows.slice(0, maxListedRows) };
    if (error instanceof Interrupted) return { code: 'interrupted', rows: [] };
    // Another user has taken a phone number or an e-mail address in between: the next check names the row.
    if (violatedConstraint(error) !== undefined) return { code: 'stale', rows: [] };
    if (!(error instanceof AppError)) this.#outages.warn(error, 'A spreadsheet import failed.');
    return { code: 'failed', rows: [] };
  }
}

/** The lease was lost: the transaction must be rolled back. */
export function assertHeld(isHeld: boolean): void {
  if (!isHeld) throw new Interrupted();
}
