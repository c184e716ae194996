import type { ServerResponse } from 'node:http';
import type { Role } from '../platform/http/auth.ts';

export interface StreamEvent {
  id: string;
  json: string;
}

/** Reads what a user got after a notification, oldest first. */
export type ReadAfter = (userId: string, id: string, limit: number) => Promise<StreamEvent[]>;

export interface StreamOwner {
  userId: string;
  tokenHash: string;
  /** The office sees every order. */
  role: Role;
}

const pageSize = 20;
const flushWithin = 1000;

/** One open stream. It reads only as fast as its client does, so a slow client costs no memory. */
export class LiveStream {
  readonly userId: string;
  readonly tokenHash: string;
  readonly role: Role;
  expiresAt = new Date(8.64e15);
  readonly #response: ServerResponse;
  readonly #read: ReadAfter;
  #last: string | undefined;
  #sending = false;
  #again = false;
  #behind = false;
  #missedChanges = false;
  #ended = false;
  #stuckAt = 0;

  constructor({ userId, tokenHash, role }: StreamOwner, response: ServerResponse, read: ReadAfter) {
    this.userId = userId;
    this.tokenHash = tokenHash;
    this.role = role;
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

  get isOffice(): boolean {
    return this.role === 'receptionist' || this.role === 'admin';
  }

  /** There may be something new. */
  wake(): void {
    if (this.#last === undefined || this.#ended) return;
    if (this.#sending) this.#again = true;
    else void this.#send();
  }

  /** An order is not what it was; without an id, any may have changed. Who was too slow to hear is told so later. */
  change(orderId: string | undefined): void {
    if (this.#last === undefined || this.#ended) return;
    this.#missedChanges = this.#response.writableNeedDrain;
    if (!this.#missedChanges) this.#response.write(`event: change\ndata: {"orderId":${orderId ?? null}}\n\n`);
  }

  /** What could not be read before is read now. */
  retry(): void {
    if (this.#behind) this.wake();
    if (this.#missedChanges) this.change(undefined);
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
