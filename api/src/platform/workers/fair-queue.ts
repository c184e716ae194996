import { AppError } from '../../errors.ts';

export interface FairQueueOptions {
  /** Jobs that run at a time. */
  slots: number;
  maxWaiting: number;
  maxWaitingPerUser: number;
  /** In milliseconds. */
  now?: () => number;
}

interface Job {
  start(): void;
  reject(error: AppError): void;
}

interface UserJobs {
  isRunning: boolean;
  readonly waiting: Job[];
  /** Time that the jobs of the user took, as it was at `countedAt`. It halves with every minute. */
  usedMs: number;
  countedAt: number;
}

const halfLifeMs = 60_000;
/** What is left of a use below it does not count. */
const negligibleMs = 1;
/** Users beyond it share all slots but one. */
const heavyUseMs = 2000;
const retryAfterSeconds = 5;

/**
 * Runs jobs of users with a limit of jobs at a time. A user has one slot at most, and the next slot goes to the user whose jobs took the
 * least time of late, so that slow jobs of one user delay another one by the rest of a running job at most. One slot is not for users of
 * slow jobs.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #users = new Map<string, UserJobs>();
  readonly #now: () => number;
  #free: number;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#free = options.slots;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Throws TOO_MANY_REQUESTS if too many jobs of the user wait, and OVERLOADED if too many of all users do. */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(userId);
    const began = this.#now();
    try {
      return await work();
    } finally {
      this.#end(userId, began);
    }
  }

  #turn(userId: string): Promise<void> {
    const { maxWaiting, maxWaitingPerUser } = this.#options;
    const user = this.#users.get(userId) ?? { isRunning: false, waiting: [], usedMs: 0, countedAt: this.#now() };
    if (user.waiting.length >= maxWaitingPerUser)
      throw new AppError(
        'TOO_MANY_REQUESTS',
        'We are still working on your other files or boundaries. Please try again when they are done.',
        {
          retryAfterSeconds,
        },
      );
    this.#users.set(userId, user);
    return new Promise((resolve, reject) => {
      user.waiting.push({ start: resolve, reject });
      this.#waiting++;
      this.#startNext();
      if (this.#waiting > maxWaiting) this.#rejectLast();
    });
  }

  #end(userId: string, began: number): void {
    const user = this.#users.get(userId) as UserJobs;
    const now = this.#now();
    user.usedMs = this.#usedBy(user) + now - began;
    user.countedAt = now;
    user.isRunning = false;
    this.#free++;
    this.#startNext();
    for (const [id, other] of this.#users)
      if (!other.isRunning && other.waiting.length === 0 && this.#usedBy(other) === 0) this.#users.delete(id);
  }

  #startNext(): void {
    while (this.#free > 0) {
      let next: UserJobs | undefined;
      for (const user of this.#users.values()) {
        if (user.isRunning || user.waiting.length === 0) continue;
        if (next === undefined || this.#usedBy(user) < this.#usedBy(next)) next = user;
      }
      if (next === undefined || (this.#free === 1 && this.#options.slots > 1 && this.#usedBy(next) > heavyUseMs)) return;
      this.#free--;
      this.#waiting--;
      next.isRunning = true;
      next.waiting.shift()?.start();
    }
  }

  /** Of the user with the most waiting jobs. */
  #rejectLast(): void {
    const [longest] = [...this.#users.values()].sort((one, other) => other.waiting.length - one.waiting.length);
    const job = longest?.waiting.pop();
    if (job === undefined) return;
    this.#waiting--;
    job.reject(
      new AppError('OVERLOADED', 'Too many files and boundaries are waiting. Please try again in a moment.', { retryAfterSeconds }),
    );
  }

  #usedBy({ usedMs, countedAt }: UserJobs): number {
    const leftMs = usedMs * 2 ** ((countedAt - this.#now()) / halfLifeMs);
    return leftMs < negligibleMs ? 0 : leftMs;
  }
}
