import { AppError } from '../../errors.ts';

/** Runs at most `permits` tasks at a time. Further tasks wait in order of arrival; a task whose signal is aborted leaves the queue. */
export class AbortableSemaphore {
  readonly #maxWaiting: number;
  #free: number;
  /** A set keeps the order of insertion. */
  readonly #waiting = new Set<() => void>();

  constructor(permits: number, maxWaiting: number) {
    this.#free = permits;
    this.#maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Throws the signal's reason if it is aborted before the task starts, and OVERLOADED if too many tasks wait. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else if (this.#waiting.size < this.#maxWaiting) await this.#turn(signal);
    else
      throw new AppError('OVERLOADED', 'Too many requests like this one are waiting. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(start);
        reject(signal.reason);
      };
      this.#waiting.add(start);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
