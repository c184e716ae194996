import { isOverloaded, overloaded } from './database-errors.ts';
import type { RawRow, Value } from './row.ts';
import type { Statement } from './sql.ts';

/** A statement that waits to be committed in a batch. */
export interface PendingWrite {
  statement: Statement;
  values: readonly Value[];
  /** What the statement locks first. */
  lock: string;
  serial: string | undefined;
  since: number;
  resolve(rows: RawRow[]): void;
  reject(error: unknown): void;
}

export type SendAlone = (statement: Statement, values: readonly Value[]) => Promise<RawRow[]>;

const waitTimeoutMs = 8000;

/**
 * Writes whose lock another transaction holds for longer than a batch may wait. For each lock, the first is sent alone and waits at the
 * database; the others wait here until it has the lock, so that one lock takes one connection.
 */
export class LockWaits {
  readonly #sendAlone: SendAlone;
  readonly #maxConnections: number;
  readonly #onFree: (writes: PendingWrite[]) => void;
  /** By lock, the longest waiting first. */
  readonly #waiting = new Map<string, PendingWrite[]>();
  readonly #sent = new Set<string>();

  /** `onFree` gets the writes whose lock is free again. */
  constructor(sendAlone: SendAlone, maxConnections: number, onFree: (writes: PendingWrite[]) => void) {
    this.#sendAlone = sendAlone;
    this.#maxConnections = maxConnections;
    this.#onFree = onFree;
  }

  has(lock: string): boolean {
    return this.#waiting.has(lock);
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(writes: readonly PendingWrite[]): void {
    for (const write of writes) {
      const known = this.#waiting.get(write.lock);
      if (known === undefined) this.#waiting.set(write.lock, [write]);
      else known.push(write);
    }
    this.#send();
  }

  #send(): void {
    for (const [lock, [first]] of this.#waiting) {
      if (this.#sent.size >= this.#maxConnections) return;
      if (first !== undefined && !this.#sent.has(lock)) void this.#sendFirst(lock, first);
    }
  }

  async #sendFirst(lock: string, first: PendingWrite): Promise<void> {
    this.#sent.add(lock);
    this.#waiting.get(lock)?.shift();
    const began = performance.now();
    let failure: unknown;
    try {
      first.resolve(await this.#sendAlone(first.statement, first.values));
    } catch (error) {
      failure = error;
      first.reject(error);
    }
    this.#sent.delete(lock);
    let others = this.#waiting.get(lock) ?? [];
    if (isOverloaded(failure)) {
      // Those that have waited as long as the first are answered as it is.
      for (const { since, reject } of others) if (since <= began) reject(failure);
      others = others.filter(({ since }) => since > began);
    }
    this.#waiting.delete(lock);
    // After those of other locks.
    if (failure !== undefined && others.length > 0) this.#waiting.set(lock, others);
    this.#send();
    if (failure === undefined) this.#onFree(others);
  }

  /** Rejects what has waited too long. It was not sent, so it has had no effect. */
  rejectOverdue(now: number): void {
    for (const [lock, writes] of this.#waiting) {
      const isOverdue = ({ since }: PendingWrite) => since <= now - waitTimeoutMs;
      const rest = writes.filter((write) => !isOverdue(write));
      for (const write of writes) if (isOverdue(write)) write.reject(overloaded());
      if (rest.length > 0 || this.#sent.has(lock)) this.#waiting.set(lock, rest);
      else this.#waiting.delete(lock);
    }
  }
}
