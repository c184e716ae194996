import { type Count, isOver, newCount, syncThreshold, take } from './rate-limit-rules.ts';

const keptAtMost = 10_000;

/** Counts of one kind, by user or by address. However many there are, it stays small: who has not been seen for longest is forgotten. */
export class Counts {
  readonly name: string;
  readonly most: number;
  /** What the other processes have to be told of. */
  readonly untold = new Map<string, Count>();
  readonly #syncThreshold: number;
  readonly #keptAtMost: number;
  #recent = new Map<string, Count>();
  #older = new Map<string, Count>();

  constructor(name: string, most: number, kept = keptAtMost) {
    this.name = name;
    this.most = most;
    this.#keptAtMost = kept;
    this.#syncThreshold = syncThreshold(most);
  }

  /** Never more than twice what is kept. */
  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  at(key: string, now: number): Count {
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    // A whole generation goes at once: no list to keep in order on the way of every request.
    if (this.#recent.size >= this.#keptAtMost) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    const older = this.#older.get(key);
    const count = older === undefined || isOver(older, now) ? newCount(now) : older;
    this.#older.delete(key);
    this.#recent.set(key, count);
    return count;
  }

  /** False: there have been too many. */
  take(key: string, count: Count, now: number): boolean {
    const taken = take(count, this.most, now);
    if (taken && count.own >= this.#syncThreshold && this.untold.size < this.#keptAtMost) this.untold.set(key, count);
    return taken;
  }
}
