import { AppError } from '../../errors.ts';

/** Runs work for one key strictly in turn; others go on beside it. */
export class KeyedMutex {
  readonly #tails = new Map<string, { tail: Promise<unknown>; waiting: number }>();
  readonly #mostWaiting: number;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#tails.get(key) ?? { tail: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= this.#mostWaiting)
      throw new AppError('TOO_MANY_ATTEMPTS', 'Too many attempts at once. Please wait a moment.', { retryAfterSeconds: 5 });
    this.#tails.set(key, queue);
    queue.waiting++;
    const turn = queue.tail.then(work);
    queue.tail = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      if (--queue.waiting === 0) this.#tails.delete(key);
    }
  }
}
