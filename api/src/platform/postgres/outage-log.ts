import { AppError } from '../../errors.ts';
import type { Log } from '../telemetry/log.ts';

const lookEvery = 1000;
const tellEvery = 10_000;
/** Milliseconds without a failure before it counts as over: reads may work while writes do not. */
const quietFor = 3000;

/** Tells of a database that is away when it begins, how much it is now and then, and when it ends: a line for each that fails would bury the cause. */
export class OutageLog {
  readonly #log: Log;
  readonly #ask: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  #began = new Date();
  #toldAt = 0;
  #failedAt = 0;
  #requests = 0;
  #asking = false;

  /** `ask` fails while the database is away. */
  constructor(log: Log, ask: () => Promise<unknown>) {
    this.#log = log;
    this.#ask = ask;
  }

  /** True if a request failed for this alone, and nothing more needs to be said of it. `facts` are those of the first. */
  covers(error: unknown, facts: () => object): boolean {
    if (!isOutage(error)) return false;
    this.#note(error, facts());
    this.#requests++;
    return true;
  }

  /** Of work beside the requests that is tried again. */
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
    this.#toldAt = performance.now();
    this.#requests = 0;
    this.#timer = setInterval(() => void this.#look(), lookEvery).unref();
  }

  async #look(): Promise<void> {
    const now = performance.now();
    if (now - this.#toldAt >= tellEvery) {
      this.#toldAt = now;
      this.#log.error(`PostgreSQL is not reachable: ${this.#requests} requests answered 503 since ${this.#began.toISOString()}.`);
    }
    if (this.#asking || now - this.#failedAt < quietFor) return;
    this.#asking = true;
    const answers = await this.#ask().then(
      () => true,
      () => false,
    );
    this.#asking = false;
    if (answers && this.#failedAt < now) this.#end('PostgreSQL is reachable again');
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

/** The database cannot be reached. Without a cause it is there, and only not ready. */
export function isOutage(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE' && error.cause !== undefined;
}
