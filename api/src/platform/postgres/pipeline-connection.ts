import type { Duplex } from 'node:stream';
import pg from 'pg';
import { isReadOnlyServer, markFailedRequest } from './database-errors.ts';
import { answerInTime, clientTimeoutMs } from './database-limits.ts';
import { AnswerReader, RequestWriter } from './protocol.ts';
import type { RawRow } from './row.ts';
import type { Request, StatementPoolOptions } from './statement-pool.ts';

interface Sent {
  requests: readonly Request[];
  since: number;
  results: RawRow[][];
  failure: Error | undefined;
  resolve(results: RawRow[][]): void;
  reject(error: unknown): void;
}

/** The connection of `pg` does not look as expected, so its socket cannot be taken over. */
export class UnexpectedConnectionError extends Error {}

/**
 * A query object for `client.query()`, as pg-cursor is one. It is the public way to the connection of a client; the `stream` option of
 * the client would give the socket beneath TLS. It sends only a Sync, so the client is idle again afterwards and ends with a proper Terminate message.
 */
class StreamRequest implements pg.Submittable {
  readonly stream: Promise<Duplex>;
  #resolve: (stream: Duplex) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #stream: Duplex | undefined;

  constructor() {
    this.stream = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // If submitting it throws, no caller gets to wait for the stream.
    this.stream.catch(() => {});
  }

  submit(connection: pg.Connection): void {
    this.#stream = connection.stream;
    connection.sync();
  }

  handleReadyForQuery(): void {
    if (this.#stream !== undefined && this.#stream.listenerCount('data') > 0) this.#resolve(this.#stream);
    else this.#reject(new UnexpectedConnectionError('pg reads its socket in an unknown way'));
  }

  handleError(error: unknown): void {
    this.#reject(error);
  }
}

/**
 * One connection that sends without waiting for earlier results (pipelining). `pg` signs in; then this class reads and writes the
 * socket. Half of the work of `pg` per query is of no use here: it requests a description of columns whose order is known, parses
 * types that are written out as text again, and writes each of four messages separately.
 */
export class PipelineConnection {
  readonly #client: pg.Client;
  readonly #stream: Duplex;
  readonly #writer = new RequestWriter();
  readonly #reader: AnswerReader;
  readonly #prepared = new Set<string>();
  readonly #pooled: boolean;
  /** undefined: answered. An answered call must not be kept: its rows hold the buffers that they were received in. */
  readonly #sent: (Sent | undefined)[] = [];
  readonly #timeoutCheck: NodeJS.Timeout;
  #answered = 0;
  #waiting = 0;
  #isFlushScheduled = false;
  #rows: RawRow[] = [];
  #broken: Error | undefined;

  static async open(
    connection: pg.ClientConfig,
    { settings, pooled = false }: StatementPoolOptions,
    onLost: () => void,
  ): Promise<PipelineConnection> {
    // Without its timer per query: this class has one per connection, and answerInTime() covers the first queries.
    const client = new pg.Client({ ...connection, query_timeout: 0 });
    let pipeline: PipelineConnection | undefined;
    const onEnd = (error?: Error) => {
      pipeline?.break(error ?? new Error('Connection terminated'));
      onLost();
    };
    client.on('error', onEnd);
    client.on('end', () => onEnd());
    try {
      await client.connect();
      if (settings !== undefined) await answerInTime(client.query(settings));
      pipeline = new PipelineConnection(client, await answerInTime(client.query(new StreamRequest()).stream), pooled);
      return pipeline;
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
  }

  private constructor(client: pg.Client, stream: Duplex, pooled: boolean) {
    this.#client = client;
    this.#stream = stream;
    this.#pooled = pooled;
    this.#reader = new AnswerReader({
      row: (row) => this.#rows.push(row),
      complete: () => {
        this.#sent[this.#answered]?.results.push(this.#rows);
        this.#rows = [];
      },
      failed: (error) => this.#fail(error),
      ready: () => this.#settle(),
    });
    // The only assumption about the inside of `pg`, verified by the self-test of choose-driver.ts. Its parser must not see what follows. Errors and the end of the socket are still reported by the client.
    this.#stream.removeAllListeners('data');
    this.#stream.on('data', (chunk: Buffer) => this.#reader.read(chunk));
    // One timer for the connection instead of one for every query.
    this.#timeoutCheck = setInterval(() => {
      const oldest = this.#sent[this.#answered];
      if (oldest === undefined || oldest.since > performance.now() - clientTimeoutMs) return;
      // In a process that was suspended the timer is due before the socket is read: read first, then give up.
      setImmediate(() => {
        if (oldest === this.#sent[this.#answered]) this.#stream.destroy(new Error('Query read timeout'));
      });
    }, 1000);
    this.#timeoutCheck.unref();
  }

  /** Sent and not answered yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** When the oldest unanswered call was sent. */
  get oldest(): number | undefined {
    return this.#sent[this.#answered]?.since;
  }

  /**
   * The statements of one call are one transaction: all of them take effect, or none. Calls do not affect each other. Those of one
   * turn of the event loop are written together, unless `atOnce` is set.
   */
  send(requests: readonly Request[], atOnce: boolean): Promise<RawRow[][]> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    for (const { statement, values } of requests) {
      const { text } = statement;
      const name = this.#pooled ? undefined : statement.name;
      if (name === undefined || !this.#prepared.has(name)) {
        this.#writer.parse(name ?? '', text);
        if (name !== undefined) this.#prepared.add(name);
      }
      this.#writer.execute(name ?? '', values);
    }
    this.#writer.sync();
    this.#waiting += requests.length;
    if (atOnce) this.#flush();
    else if (!this.#isFlushScheduled) {
      this.#isFlushScheduled = true;
      setImmediate(this.#flush);
    }
    return new Promise((resolve, reject) => {
      this.#sent.push({ requests, since: performance.now(), results: [], failure: undefined, resolve, reject });
    });
  }

  readonly #flush = (): void => {
    this.#isFlushScheduled = false;
    const bytes = this.#writer.take();
    if (this.#broken === undefined && bytes.length > 0) this.#stream.write(bytes);
  };

  #fail(error: Error): void {
    this.#rows = [];
    const sent = this.#sent[this.#answered];
    if (sent === undefined) return;
    sent.failure = error;
    markFailedRequest(error, sent.results.length);
    // One of them may not be prepared, or no longer valid; finding out which one is not worth it.
    for (const { statement } of sent.requests) {
      if (statement.name !== undefined) this.#prepared.delete(statement.name);
    }
  }

  #settle(): void {
    const sent = this.#sent[this.#answered];
    if (sent === undefined) return;
    this.#sent[this.#answered] = undefined;
    this.#answered++;
    this.#waiting -= sent.requests.length;
    if (this.#answered === this.#sent.length || this.#answered > 1000) {
      this.#sent.splice(0, this.#answered);
      this.#answered = 0;
    }
    if (sent.failure === undefined) sent.resolve(sent.results);
    else sent.reject(sent.failure);
    if (isReadOnlyServer(sent.failure)) this.#stream.destroy(new Error('Connection closed: the server takes no more writes'));
  }

  /** Rejects all calls that wait for a result. */
  private break(error: Error): void {
    if (this.#broken !== undefined) return;
    this.#broken = error;
    this.#waiting = 0;
    clearInterval(this.#timeoutCheck);
    for (const sent of this.#sent.splice(0).slice(this.#answered)) sent?.reject(error);
    this.#answered = 0;
  }

  /** Lets sent statements finish. */
  async close(): Promise<void> {
    while (this.#broken === undefined && this.#sent.length > this.#answered) await new Promise((resolve) => setTimeout(resolve, 5));
    await this.#client.end();
  }
}
