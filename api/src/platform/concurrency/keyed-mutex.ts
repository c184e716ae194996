import { AppError } from '../../errors.ts';

/** Runs one task at a time per key. Beyond `maxWaiting` tasks for a key it throws TOO_MANY_ATTEMPTS. */
export class KeyedMutex {
  readonly #queues = new Map<string, { tail: Promise<unknown>; waiting: number }>();
  readonly #maxWaiting: number;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { tail: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= this.#maxWaiting)
      throw new AppError('TOO_MANY_ATTEMPTS', 'Too many attempts at once. Please wait a moment.', { retryAfterSeconds: 5 });
    this.#queues.set(key, queue);
    queue.waiting++;
    const task = queue.tail.then(work);
    queue.tail = task.catch(() => {});
    try {
      return await task;
    } finally {
      if (--queue.waiting === 0) this.#queues.delete(key);
    }
  }
}
