import type { TSchema } from 'typebox';
import { RawRow, type Row } from '../postgres/row.ts';
import { EncodedText } from './encoded-text.ts';
import { compileByteWriter, type Fragments, type Node } from './row-bytes.ts';

export type { Fragments } from './row-bytes.ts';

/** JSON of raw rows: each character is one byte of UTF-8, so it is sent without encoding. */
export class RawJson {
  readonly bytes: string;

  constructor(bytes: string) {
    this.bytes = bytes;
  }
}

export type Json = string | RawJson;
/** What a handler may return without another step of serialisation. */
export type ResponseJson = Json | EncodedText;

export const isJson = (value: unknown): value is ResponseJson =>
  typeof value === 'string' || value instanceof RawJson || value instanceof EncodedText;

export function jsonText(json: ResponseJson): string {
  return typeof json === 'string' ? json : Buffer.from(json.bytes, 'latin1').toString();
}

/** Raw rows result in raw JSON, decoded rows in text. */
export type JsonOf<R> = R extends RawRow ? RawJson : string;

export type RowWriter = <R extends Row | RawRow>(row: R) => JsonOf<R>;

/**
 * Compiles a response schema into a function from a row to its JSON. Columns are in the order of the schema's properties, nested objects
 * included; the text form of numbers in PostgreSQL is valid JSON. An object marked `fragment` has one column, its id. A nullable object is
 * null if its first column is null.
 */
export function compileRowWriter(schema: TSchema, fragments: Fragments = {}): RowWriter {
  const { code } = write(schema as Node, 0, Object.keys(fragments));
  // Generated from our own schemas only, once at start-up.
  const make = new Function('text', 'fragments', `return (r) => ${code};`) as (
    text: (value: string) => string,
    fragments: Fragments,
  ) => (cells: Row) => string;
  const writeCells = make(quoted, fragments);
  let writeBytes: ReturnType<typeof compileByteWriter> | undefined;
  const writeRaw = (row: RawRow): RawJson => {
    if (row.bytes === undefined) return new RawJson(writeCells(row.cells));
    // Compiled on first use: most writers never get raw rows.
    writeBytes ??= compileByteWriter(schema as Node, fragments);
    return new RawJson(writeBytes(row) ?? writeCells(row.cells));
  };
  return ((row: Row | RawRow) => (row instanceof RawRow ? writeRaw(row) : writeCells(row))) as RowWriter;
}

function write(schema: Node, column: number, fragments: string[]): { code: string; next: number } {
  const cell = `r[${column}]`;
  const real = schema.anyOf?.find((option) => option.type !== 'null');
  if (real !== undefined) {
    const inner = write(real, column, fragments);
    return { code: `(${cell} === null ? 'null' : ${inner.code})`, next: inner.next };
  }
  if (schema.const !== undefined) return { code: JSON.stringify(JSON.stringify(schema.const)), next: column };
  if (schema.fragment !== undefined) {
    if (!fragments.includes(schema.fragment)) throw new Error(`no fragments called ${schema.fragment}`);
    return { code: `fragments.${schema.fragment}(${cell})`, next: column + 1 };
  }
  if (schema.properties !== undefined) {
    let next = column;
    const parts = Object.entries(schema.properties).map(([name, property], index) => {
      const inner = write(property, next, fragments);
      next = inner.next;
      return `'${index === 0 ? '{' : ','}${JSON.stringify(name)}:' + ${inner.code}`;
    });
    return { code: `(${parts.join(' + ')} + '}')`, next };
  }
  return { code: leaf(schema, cell), next: column + 1 };
}

function leaf(schema: Node, cell: string): string {
  const nullable = Array.isArray(schema.type) && schema.type.includes('null');
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type;
  const plain = schema.enum !== undefined || schema.format === 'date' || schema.format === 'date-time';
  const written =
    type === 'integer' || type === 'number'
      ? cell
      : type === 'boolean'
        ? `(${cell} === 't' ? 'true' : 'false')`
        : plain
          ? `'"' + ${cell} + '"'`
          : `text(${cell})`;
  return nullable ? `(${cell} === null ? 'null' : ${written})` : written;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters JSON asks to escape
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Escapes all characters outside ASCII. */
export const asciiJson = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function quoted(value: string): string {
  return needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
}
