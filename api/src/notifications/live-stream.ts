import type { ServerResponse } from 'node:http';
import type { Role } from '../platform/http/auth.ts';

export interface StreamEvent {
  id: string;
  json: string;
}

/** Reads the notifications of a user after an id, oldest first. */
export type ReadAfter = (userId: string, id: string, limit: number) => Promise<StreamEvent[]>;

export interface StreamOwner {
  userId: string;
  tokenHash: string;
  /** Receptionists and admins receive the changes of all orders. */
  role: Role;
}

const pageSize = 20;
const flushTimeoutMs = 1000;

/** One open stream of server-sent events. It reads only as fast as its client does, so a slow client uses no memory. */
export class LiveStream {
  readonly userId: string;
  readonly tokenHash: string;
  readonly role: Role;
  expiresAt = new Date(8.64e15);
  readonly #response: ServerResponse;
  readonly #read: ReadAfter;
  #lastId: string | undefined;
  #sending = false;
  #wakeAgain = false;
  #readFailed = false;
  #missedChanges = false;
  #ended = false;
  #blockedLength = 0;

  constructor({ userId, tokenHash, role }: StreamOwner, response: ServerResponse, read: ReadAfter) {
    this.userId = userId;
    this.tokenHash = tokenHash;
    this.role = role;
    this.#response = response;
    this.#read = read;
  }

  /** Sends the notifications after an id. The response headers must be written before. */
  start(lastId: string): void {
    this.#lastId = lastId;
    // An id without data triggers no event, but a browser that loses the connection resumes from it.
    this.#response.write(`retry: 2000\nid: ${lastId}\n\n`);
    if (this.#ended) this.#finish();
    else this.wake();
  }

  get isOffice(): boolean {
    return this.role === 'receptionist' || this.role === 'admin';
  }

  /** There may be new notifications. */
  wake(): void {
    if (this.#lastId === undefined || this.#ended) return;
    if (this.#sending) this.#wakeAgain = true;
    else void this.#send();
  }

  /** Reports a changed order; without an id, any order may have changed. A blocked client gets the latter when it drains. */
  change(orderId: string | undefined): void {
    if (this.#lastId === undefined || this.#ended) return;
    this.#missedChanges = this.#response.writableNeedDrain;
    if (!this.#missedChanges) this.#response.write(`event: change\ndata: {"orderId":${orderId ?? null}}\n\n`);
  }

  /** Repeats what failed or was skipped before. */
  retry(): void {
    if (this.#readFailed) this.wake();
    if (this.#missedChanges) this.change(undefined);
  }

  sendHeartbeat(): void {
    if (this.#lastId === undefined || this.#ended) return;
    if (!this.#response.writableNeedDrain) {
      this.#blockedLength = 0;
      this.#response.write(': still here\n\n');
    } else if (this.#blockedLength === this.#response.writableLength) {
      this.#response.destroy(); // nothing was sent since the last heartbeat; the client reconnects and resumes
    } else {
      this.#blockedLength = this.#response.writableLength;
    }
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#lastId !== undefined) this.#finish();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    this.#readFailed = false;
    try {
      do {
        this.#wakeAgain = false;
        while (await this.#sendPage());
      } while (this.#wakeAgain && !this.#ended);
    } catch {
      this.#readFailed = true;
    }
    this.#sending = false;
  }

  /** True: there may be more. */
  async #sendPage(): Promise<boolean> {
    const events = await this.#read(this.userId, this.#lastId ?? '0', pageSize);
    for (const { id, json } of events) {
      if (this.#ended || this.#response.destroyed) return false;
      this.#lastId = id;
      if (!this.#response.write(`id: ${id}\ndata: ${json}\n\n`)) await waitForDrain(this.#response);
    }
    return events.length === pageSize;
  }

  #finish(): void {
    if (this.#response.destroyed) return;
    this.#response.end();
    // A client that does not read must not delay the shutdown.
    const timer = setTimeout(() => this.#response.destroy(), flushTimeoutMs);
    this.#response.once('close', () => clearTimeout(timer));
  }
}

function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
    if (response.destroyed) done();
  });
}
