import { statfsSync, statSync } from 'node:fs';
import type { Log } from '../telemetry/log.ts';

// PostgreSQL writes its log in files of 16 MB, and stops where it cannot have the next one.
const fewest = 48 * 1024 * 1024;
const every = 2000;
const sayAgainAfter = 60_000;

/** Says so when the disk of a folder is full, and when there is room again: what else is in the log then follows from it. Calls back if the folder is gone. */
export class DiskWatch {
  readonly #folder: string;
  readonly #log: Log;
  readonly #gone: () => void;
  readonly #timer: NodeJS.Timeout;
  #full = false;
  #saidAt = 0;

  constructor(folder: string, log: Log, gone: () => void) {
    this.#folder = folder;
    this.#log = log;
    this.#gone = gone;
    this.#timer = setInterval(() => this.#look(), every);
    this.#timer.unref();
  }

  #look(): void {
    if (isMissing(this.#folder)) {
      this.#gone();
      return;
    }
    const full = isFull(this.#folder);
    if (full && (!this.#full || performance.now() - this.#saidAt > sayAgainAfter)) {
      this.#saidAt = performance.now();
      this.#log.error(fullDisk(this.#folder));
    }
    if (!full && this.#full) this.#log.info('There is room on the disk again.');
    this.#full = full;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < fewest;
  } catch {
    return false; // not every system tells
  }
}

/** Only if the system says that it is not there: that it cannot be read just now is something else. */
export function isMissing(folder: string): boolean {
  try {
    statSync(folder);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

export const fullDisk = (folder: string): string =>
  `The disk is full, the one with ${folder}: please make room there. Nothing is lost; the service takes no writes until then, and goes on by itself.`;
