import { statfsSync, statSync } from 'node:fs';
import type { Log } from '../telemetry/log.ts';

// PostgreSQL writes WAL segments of 16 MB, and stops if it cannot create the next one.
const minFreeBytes = 48 * 1024 * 1024;
const intervalMs = 2000;
const logIntervalMs = 60_000;

/**
 * Logs when the disk of a folder becomes full and when it has space again, because other errors in the log follow from it. Calls `gone` if
 * the folder is missing.
 */
export class DiskWatch {
  readonly #folder: string;
  readonly #log: Log;
  readonly #gone: () => void;
  readonly #timer: NodeJS.Timeout;
  #full = false;
  #loggedAt = 0;

  constructor(folder: string, log: Log, gone: () => void) {
    this.#folder = folder;
    this.#log = log;
    this.#gone = gone;
    this.#timer = setInterval(() => this.#check(), intervalMs);
    this.#timer.unref();
  }

  #check(): void {
    if (isMissing(this.#folder)) {
      this.#gone();
      return;
    }
    const full = isFull(this.#folder);
    if (full && (!this.#full || performance.now() - this.#loggedAt > logIntervalMs)) {
      this.#loggedAt = performance.now();
      this.#log.error(fullDisk(this.#folder));
    }
    if (!full && this.#full) this.#log.info('The disk has free space again.');
    this.#full = full;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < minFreeBytes;
  } catch {
    return false; // not supported on intervalMs platform
  }
}

/** True only for ENOENT, not for other errors such as missing permissions. */
export function isMissing(folder: string): boolean {
  try {
    statSync(folder);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

export const fullDisk = (folder: string): string =>
  `The disk is full: ${folder}. Free some space. No data is lost; the service rejects writes until there is space, and then continues.`;
