import { AppError } from '../../errors.ts';

export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>;

interface Lane {
  waiting: (() => void)[];
}

/**
 * Runs at most `permits` tasks at a time. Further tasks wait in lanes with a bounded queue each. Lanes take turns, so a
 * long queue in one lane delays another lane by one task at most.
 */
export class Semaphore {
  readonly #lanes: Lane[] = [];
  #free: number;
  #lastLane = 0;

  constructor(permits: number) {
    this.#free = permits;
  }

  /** A separate queue. Beyond `maxWaiting` tasks it throws OVERLOADED. */
  lane(maxWaiting: number): RunLimited {
    const lane: Lane = { waiting: [] };
    this.#lanes.push(lane);
    return async (work) => {
      if (this.#free > 0) this.#free--;
      else if (lane.waiting.length < maxWaiting) await new Promise<void>((resolve) => lane.waiting.push(resolve));
      else
        throw new AppError('OVERLOADED', 'Too many requests like this one are waiting. Please try again in a moment.', {
          retryAfterSeconds: 5,
        });
      try {
        return await work();
      } finally {
        this.#release();
      }
    };
  }

  /** Passes the permit to the next lane with a waiting task. */
  #release(): void {
    for (let step = 0; step < this.#lanes.length; step++) {
      this.#lastLane = (this.#lastLane + 1) % this.#lanes.length;
      const next = this.#lanes[this.#lastLane]?.waiting.shift();
      if (next !== undefined) {
        next();
        return;
      }
    }
    this.#free++;
  }
}
