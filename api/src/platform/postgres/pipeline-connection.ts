import type { Duplex } from 'node:stream';
import pg from 'pg';
import { isReadOnlyServer } from './database-errors.ts';
import { clientTimeoutMs } from './database-limits.ts';
import { AnswerReader, RequestWriter } from './protocol.ts';
import type { RawRow, Value } from './row.ts';
import type { Statement } from './sql.ts';

export interface Request {
  statement: Statement;
  values: readonly Value[];
}

export interface PipelineOptions {
  /** What to say to the server when a connection is new. */
  settings?: string;
  /** A pooler gives each transaction another connection: nothing stays prepared there. */
  pooled?: boolean;
}

interface Sent {
  requests: readonly Request[];
  since: number;
  results: RawRow[][];
  failure: Error | undefined;
  resolve(results: RawRow[][]): void;
  reject(error: unknown): void;
}

/**
 * One connection that sends without waiting for the answers before. `pg` signs in; from then on the socket is
 * ours, because half of what `pg` does per query is for what is never needed here: it asks for a description of
 * columns whose order we know, parses types that go out as text again, and writes each of four messages by itself.
 */
export class PipelineConnection {
  readonly #client: pg.Client;
  readonly #stream: Duplex;
  readonly #writer = new RequestWriter();
  readonly #reader: AnswerReader;
  readonly #prepared = new Set<string>();
  readonly #pooled: boolean;
  readonly #sent: Sent[] = [];
  readonly #watch: NodeJS.Timeout;
  #answered = 0;
  #waiting = 0;
  #flushing = false;
  #rows: RawRow[] = [];
  #broken: Error | undefined;

  static async open(
    connection: pg.ClientConfig,
    { settings, pooled = false }: PipelineOptions,
    lost: () => void,
  ): Promise<PipelineConnection> {
    const client = new pg.Client(connection);
    let pipe: PipelineConnection | undefined;
    const end = (error?: Error) => {
      pipe?.break(error ?? new Error('Connection terminated'));
      lost();
    };
    client.on('error', end);
    client.on('end', () => end());
    await client.connect();
    if (settings !== undefined) await client.query(settings);
    pipe = new PipelineConnection(client, pooled);
    return pipe;
  }

  private constructor(client: pg.Client, pooled: boolean) {
    this.#client = client;
    this.#pooled = pooled;
    this.#stream = (client as unknown as { connection: { stream: Duplex } }).connection.stream;
    this.#reader = new AnswerReader({
      row: (row) => this.#rows.push(row),
      complete: () => {
        this.#sent[this.#answered]?.results.push(this.#rows);
        this.#rows = [];
      },
      failed: (error) => this.#fail(error),
      ready: () => this.#settle(),
    });
    this.#stream.removeAllListeners('data');
    this.#stream.on('data', (chunk: Buffer) => this.#reader.read(chunk));
    // One clock for the connection instead of one for every query, and one that nobody sets.
    this.#watch = setInterval(() => {
      const oldest = this.#sent[this.#answered];
      if (oldest === undefined || oldest.since > performance.now() - clientTimeoutMs) return;
      // A process that was suspended finds this due before it has read what arrived meanwhile: it reads first, then gives up.
      setImmediate(() => {
        if (oldest === this.#sent[this.#answered]) this.#stream.destroy(new Error('Query read timeout'));
      });
    }, 1000);
    this.#watch.unref();
  }

  /** Sent and not answered yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** When the oldest of those that wait for their answer was sent. */
  get oldest(): number | undefined {
    return this.#sent[this.#answered]?.since;
  }

  /**
   * What is sent in one call is one transaction: all of it happens, or nothing. Calls do not touch each other. Those of one turn
   * of the event loop go out together, unless one is to go at once.
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
    else if (!this.#flushing) {
      this.#flushing = true;
      setImmediate(this.#flush);
    }
    return new Promise((resolve, reject) => {
      this.#sent.push({ requests, since: performance.now(), results: [], failure: undefined, resolve, reject });
    });
  }

  readonly #flush = (): void => {
    this.#flushing = false;
    const bytes = this.#writer.take();
    if (this.#broken === undefined && bytes.length > 0) this.#stream.write(bytes);
  };

  #fail(error: Error): void {
    this.#rows = [];
    const sent = this.#sent[this.#answered];
    if (sent === undefined) return;
    sent.failure = error;
    // One of them may not have been prepared, or be no longer valid; which one, is not worth finding out.
    for (const { statement } of sent.requests) {
      if (statement.name !== undefined) this.#prepared.delete(statement.name);
    }
  }

  #settle(): void {
    const sent = this.#sent[this.#answered];
    if (sent === undefined) return;
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

  /** Nothing more will come: tells everyone who waits. */
  private break(error: Error): void {
    if (this.#broken !== undefined) return;
    this.#broken = error;
    this.#waiting = 0;
    clearInterval(this.#watch);
    for (const sent of this.#sent.splice(0).slice(this.#answered)) sent.reject(error);
    this.#answered = 0;
  }

  /** Lets what is under way finish. */
  async close(): Promise<void> {
    while (this.#broken === undefined && this.#sent.length > this.#answered) await new Promise((resolve) => setTimeout(resolve, 5));
    await this.#client.end();
  }
}
