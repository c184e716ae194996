import type { ServerResponse } from 'node:http';

export interface StreamEvent {
  id: string;
  json: string;
}

/** Reads what a user got after a notification, oldest first. */
export type ReadAfter = (userId: string, id: string, limit: number) => Promise<StreamEvent[]>;

const pageSize = 20;
const flushWithin = 1000;

/** One open stream. It reads only as fast as its client does, so a slow client costs no memory. */
export class LiveStream {
  readonly userId: string;
  readonly tokenHash: string;
  expiresAt = new Date(8.64e15);
  readonly #response: ServerResponse;
  readonly #read: ReadAfter;
  #last: string | undefined;
  #sending = false;
  #again = false;
  #behind = false;
  #ended = false;
  #stuckAt = 0;

  constructor(userId: string, tokenHash: string, response: ServerResponse, read: ReadAfter) {
    this.userId = userId;
    this.tokenHash = tokenHash;
    this.#response = response;
    this.#read = read;
  }

  /** Sends what comes after a notification. The head of the answer is written already. */
  start(last: string): void {
    this.#last = last;
    // An id without data is no event, but a browser that loses us now resumes from there.
    this.#response.write(`retry: 2000\nid: ${last}\n\n`);
    if (this.#ended) this.#finish();
    else this.wake();
  }

  /** There may be something new. */
  wake(): void {
    if (this.#last === undefined || this.#ended) return;
    if (this.#sending) this.#again = true;
    else void this.#send();
  }

  /** What could not be read before is read now. */
  retry(): void {
    if (this.#behind) this.wake();
  }

  beat(): void {
    if (this.#last === undefined || this.#ended) return;
    if (!this.#response.writableNeedDrain) {
      this.#stuckAt = 0;
      this.#response.write(': still here\n\n');
    } else if (this.#stuckAt === this.#response.writableLength) {
      this.#response.destroy(); // nothing has left since the last beat; the client comes back and resumes
    } else {
      this.#stuckAt = this.#response.writableLength;
    }
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#last !== undefined) this.#finish();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    this.#behind = false;
    try {
      do {
        this.#again = false;
        while (await this.#sendPage());
      } while (this.#again && !this.#ended);
    } catch {
      this.#behind = true;
    }
    this.#sending = false;
  }

  /** True: there may be more. */
  async #sendPage(): Promise<boolean> {
    const events = await this.#read(this.userId, this.#last ?? '0', pageSize);
    for (const { id, json } of events) {
      if (this.#ended || this.#response.destroyed) return false;
      this.#last = id;
      if (!this.#response.write(`id: ${id}\ndata: ${json}\n\n`)) await drained(this.#response);
    }
    return events.length === pageSize;
  }

  #finish(): void {
    if (this.#response.destroyed) return;
    this.#response.end();
    // Whoever does not read does not keep us waiting.
    const timer = setTimeout(() => this.#response.destroy(), flushWithin);
    this.#response.once('close', () => clearTimeout(timer));
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
    if (response.destroyed) done();
  });
}
