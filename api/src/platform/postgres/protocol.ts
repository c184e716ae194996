import pg from 'pg';
import { RawRow, type Value } from './row.ts';

/** The messages of the PostgreSQL protocol that prepared statements need. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const messages = { bind: 0x42, close: 0x43, parse: 0x50 } as const;
const answers = { complete: 0x43, row: 0x44, error: 0x45, ready: 0x5a } as const;

/** Executes the unnamed portal, without a row limit. */
const executeMessage = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const syncMessage = Buffer.from([0x53, 0, 0, 0, 4]);

/** Writes messages into one buffer. */
export class RequestWriter {
  #bytes = Buffer.allocUnsafe(16_384);
  #length = 0;

  /** Prepares a statement; replaces one with the same name. */
  parse(name: string, text: string): void {
    // The unnamed statement is replaced without Close.
    if (name !== '') {
      const closing = this.#open(messages.close, 16 + name.length);
      this.#text(`S${name}\0`);
      this.#close(closing);
    }
    const start = this.#open(messages.parse, 16 + 3 * (name.length + text.length));
    this.#text(`${name}\0${text}\0`);
    this.#int16(0); // parameter types are inferred by the server
    this.#close(start);
  }

  execute(name: string, values: readonly Value[]): void {
    const start = this.#open(messages.bind, 64 + name.length);
    this.#text(`\0${name}\0`); // unnamed portal
    this.#int16(0); // all parameters in text format
    this.#int16(values.length);
    for (const value of values) {
      if (value === null) {
        this.#reserve(64);
        this.#int32(-1);
        continue;
      }
      const text = parameterText(value);
      this.#reserve(3 * text.length + 64);
      const at = this.#length;
      this.#length += 4;
      this.#text(text);
      this.#bytes.writeInt32BE(this.#length - at - 4, at);
    }
    this.#reserve(64);
    this.#int16(0); // all results in text format
    this.#close(start);
    this.#length += executeMessage.copy(this.#bytes, this.#length);
  }

  /** Ends an implicit transaction: all statements since the last Sync take effect together, or none. */
  sync(): void {
    this.#reserve(syncMessage.length);
    this.#length += syncMessage.copy(this.#bytes, this.#length);
  }

  /** Returns the buffered messages and starts a new buffer. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = this.#bytes.subarray(this.#length);
    this.#length = 0;
    return taken;
  }

  #reserve(size: number): void {
    if (this.#bytes.length - this.#length >= size) return;
    const grown = Buffer.allocUnsafe(Math.max(16_384, 2 * (this.#length + size)));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }

  #open(code: number, size: number): number {
    this.#reserve(size);
    this.#bytes[this.#length++] = code;
    this.#length += 4;
    return this.#length - 4;
  }

  #close(start: number): void {
    this.#bytes.writeInt32BE(this.#length - start, start);
  }

  #text(text: string): void {
    this.#length += this.#bytes.write(text, this.#length);
  }

  #int16(value: number): void {
    this.#length = this.#bytes.writeInt16BE(value, this.#length);
  }

  #int32(value: number): void {
    this.#length = this.#bytes.writeInt32BE(value, this.#length);
  }
}

function parameterText(value: Exclude<Value, null>): string {
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map((word: string) => `"${word.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  return String(value);
}

export interface Answers {
  row(row: RawRow): void;
  /** All rows of a statement have been received. */
  complete(): void;
  failed(error: Error): void;
  /** A transaction has ended. */
  ready(): void;
}

const nothing = Buffer.alloc(0);
/** Code and length of a message. */
const headBytes = 5;

/** Parses responses incrementally; messages may be split across chunks. */
export class AnswerReader {
  readonly #answers: Answers;
  #rest: Buffer = nothing;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  read(chunk: Buffer): void {
    const rest = this.#rest.length === 0 ? 0 : this.#completeRest(chunk);
    if (rest === undefined) return;
    let at = rest;
    while (chunk.length - at >= headBytes) {
      const end = at + 1 + chunk.readInt32BE(at + 1);
      if (end > chunk.length) break;
      this.#handle(chunk, at, end);
      at = end;
    }
    this.#rest = at === chunk.length ? nothing : chunk.subarray(at);
  }

  /** Handles the message that began in an earlier chunk. Only that message is copied. Returns where the next one begins, or undefined if it is still not complete. */
  #completeRest(chunk: Buffer): number | undefined {
    const begun = this.#rest;
    const missing = (message: Buffer) => (message.length < headBytes ? headBytes : 1 + message.readInt32BE(1)) - message.length;
    let message = begun;
    let at = 0;
    // The second time with the length, if the first part was shorter than the head.
    for (let needed = missing(message); needed > 0; needed = missing(message)) {
      if (chunk.length - at < needed) {
        this.#rest = Buffer.concat([message, chunk.subarray(at)]);
        return undefined;
      }
      message = Buffer.concat([message, chunk.subarray(at, at + needed)]);
      at += needed;
    }
    this.#rest = nothing;
    this.#handle(message, 0, message.length);
    return at;
  }

  #handle(bytes: Buffer, at: number, end: number): void {
    switch (bytes[at]) {
      case answers.row:
        this.#answers.row(RawRow.ofBytes(bytes, at + headBytes, end));
        break;
      case answers.complete:
        this.#answers.complete();
        break;
      case answers.ready:
        this.#answers.ready();
        break;
      case answers.error:
        this.#answers.failed(readError(bytes, at + headBytes, end));
        break;
      // ParseComplete, BindComplete, CloseComplete, notices and parameter statuses are ignored.
    }
  }
}

/** The same fields as errors of `pg`, for code that reads code and constraint. */
function readError(bytes: Buffer, start: number, end: number): Error {
  const fields = new Map<string, string>();
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const stop = bytes.indexOf(0, at + 1);
    fields.set(String.fromCharCode(bytes[at] as number), bytes.toString('utf8', at + 1, stop));
    at = stop + 1;
  }
  const error = new pg.DatabaseError(fields.get('M') ?? 'error', end - start, 'error');
  error.code = fields.get('C');
  error.severity = fields.get('V') ?? fields.get('S'); // field V is never localised
  error.detail = fields.get('D');
  error.constraint = fields.get('n');
  return error;
}
