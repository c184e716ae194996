import { cellLength, type RawRow } from '../postgres/row.ts';

/** Serialised JSON of objects that rows refer to by id: crops and sessions, from a cache. ASCII, so that it can be part of raw JSON as well. */
export type Fragments = Record<string, (id: string) => string>;

/** The parts of a schema that a row writer needs. */
export interface Node {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  fragment?: string;
  anyOf?: Node[];
  properties?: Record<string, Node>;
}

/** Writes a row at a position of the buffer; returns the end. Beyond the end of the buffer it only counts. */
type ByteWriter = (out: Buffer, o: number, bytes: Buffer, start: number) => number;

/** Rows of this size are rare, and the buffer stays allocated. */
const maxScratchBytes = 1024 * 1024;
let scratch = Buffer.allocUnsafeSlow(16_384);

/**
 * Compiles a schema into a function from the bytes of a row to its JSON, both as PostgreSQL sends them. It creates one string per row
 * instead of several per cell: at 256 connections, collecting those was a third of the CPU time. Undefined: the row is too large.
 */
export function compileByteWriter(schema: Node, fragments: Fragments): (row: RawRow) => string | undefined {
  const make = new Function(
    'copy',
    'copyText',
    'skip',
    'fragment',
    `return (out, o, b, start) => {
  let at = start + 2;
  let l = 0;
  ${writeNode(schema)}
  return o;
};`,
  ) as (...helpers: unknown[]) => ByteWriter;
  const write = make(copy, copyText, skip, fragmentCopier(fragments));
  return ({ bytes, start }) => {
    for (;;) {
      const end = write(scratch, 0, bytes as Buffer, start);
      if (end <= scratch.length) return scratch.toString('latin1', 0, end);
      if (end > maxScratchBytes) return undefined;
      scratch = Buffer.allocUnsafeSlow(2 * end);
    }
  };
}

/** Statements that write a text of ASCII. */
function literal(text: string): string {
  const stores = [...Buffer.from(text, 'latin1')].map((byte, at) => `out[o + ${at}] = ${byte};`);
  return `${stores.join(' ')} o += ${stores.length};\n`;
}

const lengthHere = '((b[at] << 24) | (b[at + 1] << 16) | (b[at + 2] << 8) | b[at + 3])';
const readLength = `l = ${lengthHere}; at += 4;\n`;

function writeNode(schema: Node): string {
  const real = schema.anyOf?.find((option) => option.type !== 'null');
  if (real !== undefined) {
    const columns = columnsOf(real);
    return `if (${lengthHere} === -1) { ${literal('null')} at = skip(b, at, ${columns}); } else {\n${writeNode(real)}}\n`;
  }
  if (schema.const !== undefined) return literal(asciiOnly(JSON.stringify(schema.const)));
  if (schema.fragment !== undefined)
    return `${readLength} o = fragment(${JSON.stringify(schema.fragment)}, out, o, b, at, l); if (l > 0) at += l;\n`;
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).map(
      ([name, property], index) => literal(`${index === 0 ? '{' : ','}${asciiOnly(JSON.stringify(name))}:`) + writeNode(property),
    );
    return `${members.join('')}${literal('}')}`;
  }
  return writeLeaf(schema);
}

const copied = 'o = copy(out, o, b, at, l); at += l;\n';

function writeLeaf(schema: Node): string {
  const { type: types } = schema;
  const nullable = Array.isArray(types) && types.includes('null');
  const type = Array.isArray(types) ? types.find((name) => name !== 'null') : types;
  const plain = schema.enum !== undefined || schema.format === 'date' || schema.format === 'date-time';
  if (type === 'boolean')
    return `${readLength} if (l === -1) { ${literal(nullable ? 'null' : 'false')} } else { if (l === 1 && b[at] === 116) { ${literal('true')} } else { ${literal('false')} } at += l; }\n`;
  const isNumber = type === 'integer' || type === 'number';
  const whenNull = literal(nullable || isNumber ? 'null' : '"null"');
  const written = isNumber ? copied : plain ? `${literal('"')} ${copied} ${literal('"')}` : 'o = copyText(out, o, b, at, l); at += l;\n';
  return `${readLength} if (l === -1) { ${whenNull} } else { ${written} }\n`;
}

function columnsOf(schema: Node): number {
  const real = schema.anyOf?.find((option) => option.type !== 'null');
  if (real !== undefined) return columnsOf(real);
  if (schema.const !== undefined) return 0;
  if (schema.fragment !== undefined || schema.properties === undefined) return 1;
  return Object.values(schema.properties).reduce((sum, property) => sum + columnsOf(property), 0);
}

/** Names and constants of our own schemas. */
function asciiOnly(text: string): string {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) throw new Error(`${text} is not ASCII`);
  return text;
}

function copy(out: Buffer, o: number, bytes: Buffer, from: number, length: number): number {
  for (let at = 0; at < length; at++) out[o + at] = bytes[from + at] as number;
  return o + length;
}

function copyText(out: Buffer, o: number, bytes: Buffer, from: number, length: number): number {
  out[o] = 34;
  for (let at = 0; at < length; at++) {
    const byte = bytes[from + at] as number;
    // Quotation mark, backslash, control characters.
    if (byte < 32 || byte === 34 || byte === 92) return putText(out, o, JSON.stringify(bytes.toString('latin1', from, from + length)));
    out[o + 1 + at] = byte;
  }
  out[o + length + 1] = 34;
  return o + length + 2;
}

function putText(out: Buffer, o: number, text: string): number {
  // It would write a part of the text.
  if (o + text.length <= out.length) out.write(text, o, 'latin1');
  return o + text.length;
}

function skip(bytes: Buffer, from: number, columns: number): number {
  let at = from;
  for (let column = 0; column < columns; column++) at += 4 + Math.max(0, cellLength(bytes, at));
  return at;
}

const fragmentCopier = (fragments: Fragments) => (name: string, out: Buffer, o: number, bytes: Buffer, at: number, length: number) => {
  const find = fragments[name] as Fragments[string];
  return putText(out, o, find(length === -1 ? (null as never) : bytes.toString('latin1', at, at + length)));
};
