import { AppError } from '../../errors.ts';
import type { Log } from '../telemetry/log.ts';

const checkIntervalMs = 1000;
const summaryIntervalMs = 10_000;
/** An outage ends after this time without a failure: reads may succeed while writes still fail. */
const recoveryMs = 3000;

/** Logs the beginning and the end of a database outage, and a summary at intervals, instead of one line per failed request. */
export class OutageLog {
  readonly #log: Log;
  readonly #probe: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  #began = new Date();
  #loggedAt = 0;
  #failedAt = 0;
  #requests = 0;
  #isProbing = false;

  /** `probe` rejects while the database is unreachable. */
  constructor(log: Log, probe: () => Promise<unknown>) {
    this.#log = log;
    this.#probe = probe;
  }

  /** True if the request failed because of the outage; the error needs no log line of its own. `facts` are logged for the first one. */
  covers(error: unknown, facts: () => object): boolean {
    if (!isOutage(error)) return false;
    this.#note(error, facts());
    this.#requests++;
    return true;
  }

  /** Logs the failure of a background job that will be retried. */
  warn(error: unknown, message: string): void {
    if (isOutage(error)) this.#note(error, {});
    else this.#log.warn({ err: error instanceof Error ? error.message : error }, message);
  }

  #note(error: AppError, facts: object): void {
    this.#failedAt = performance.now();
    if (this.#timer !== undefined) return;
    const { message, code } = error.cause as { message?: string; code?: unknown };
    this.#log.error({ ...facts, cause: { message, code } }, 'PostgreSQL is not reachable: requests are answered 503 until it is.');
    this.#began = new Date();
    this.#loggedAt = performance.now();
    this.#requests = 0;
    this.#timer = setInterval(() => void this.#check(), checkIntervalMs).unref();
  }

  async #check(): Promise<void> {
    const now = performance.now();
    if (now - this.#loggedAt >= summaryIntervalMs) {
      this.#loggedAt = now;
      this.#log.error(`PostgreSQL is not reachable: ${this.#requests} requests answered 503 since ${this.#began.toISOString()}.`);
    }
    if (this.#isProbing || now - this.#failedAt < recoveryMs) return;
    this.#isProbing = true;
    const isReachable = await this.#probe().then(
      () => true,
      () => false,
    );
    this.#isProbing = false;
    if (isReachable && this.#failedAt < now) this.#end('PostgreSQL is reachable again');
  }

  #end(how: string): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#log.warn(`${how}: ${this.#requests} requests were answered 503 since ${this.#began.toISOString()}.`);
  }

  close(): void {
    this.#end('Stopping while PostgreSQL is not reachable');
  }
}

/** The database is unreachable. An error without a cause means that it is reachable but not ready. */
export function isOutage(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE' && error.cause !== undefined;
}
