/** A column in PostgreSQL's text format. It is not parsed: dates keep their format, int64 stays exact. */
export type Cell = string | null;
export type Row = readonly Cell[];

/**
 * A row that is only written to a response: each character of a cell is one byte of UTF-8. Decoding and encoding again took a third of the
 * CPU time. Such cells are not text: they may only be serialised (platform/http/row-json.ts).
 */
export class RawRow {
  /** The buffer with the row as PostgreSQL sent it; undefined if it came from decoded cells. */
  readonly bytes: Buffer | undefined;
  /** Position of the number of columns, and of the end of the row. */
  readonly start: number;
  readonly end: number;
  #cells: readonly Cell[] | undefined;

  private constructor(bytes: Buffer | undefined, start: number, end: number, cells: readonly Cell[] | undefined) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.#cells = cells;
  }

  static ofCells(cells: readonly Cell[]): RawRow {
    return new RawRow(undefined, 0, 0, cells);
  }

  /** `start`: of the DataRow message, after its length. The buffer must not change afterwards. */
  static ofBytes(bytes: Buffer, start: number, end: number): RawRow {
    return new RawRow(bytes, start, end, undefined);
  }

  /** Created on first use: a row that is written to a response needs no strings. */
  get cells(): readonly Cell[] {
    this.#cells ??= this.bytes === undefined ? [] : readCells(this.bytes, this.start, this.end);
    return this.#cells;
  }
}

const noBytes = Buffer.alloc(0);

/** The bytes of all rows of an answer, to compare it with another one. undefined: the rows did not arrive in one piece. */
export function bytesOfRows(rows: readonly RawRow[]): Buffer | undefined {
  const first = rows[0];
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return noBytes;
  // Rows arrive in order: if the first and the last are in one buffer, so are those between them.
  return first.bytes !== undefined && first.bytes === last.bytes ? first.bytes.subarray(first.start, last.end) : undefined;
}

/** The length of the cell at a position; -1: null. */
export const cellLength = (bytes: Buffer, at: number): number =>
  ((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);

function readCells(bytes: Buffer, start: number, end: number): Cell[] {
  const width = ((bytes[start] as number) << 8) | (bytes[start + 1] as number);
  const cells: Cell[] = new Array(width);
  // The row is decoded once; cells are substrings of it, which is faster than decoding each cell.
  const text = bytes.toString('latin1', start, end);
  let at = start + 2;
  for (let column = 0; column < width; column++) {
    const length = cellLength(bytes, at);
    at += 4;
    if (length === -1) {
      cells[column] = null;
    } else {
      cells[column] = text.substring(at - start, at - start + length);
      at += length;
    }
  }
  return cells;
}

/** The last cell, without creating the others. */
export function lastCell(row: Row | RawRow): Cell | undefined {
  if (!(row instanceof RawRow)) return row.at(-1);
  const { bytes, start, end } = row;
  if (bytes === undefined) return row.cells.at(-1);
  let at = start + 2;
  for (let column = ((bytes[start] as number) << 8) | (bytes[start + 1] as number); column > 0; column--) {
    const length = cellLength(bytes, at);
    if (column === 1) return length === -1 ? null : bytes.toString('latin1', at + 4, end);
    at += 4 + Math.max(0, length);
  }
  return undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII
const notAscii = /[^\u0000-\u007f]/;

const recoded = (cell: Cell, from: BufferEncoding, to: BufferEncoding): Cell =>
  cell !== null && notAscii.test(cell) ? Buffer.from(cell, from).toString(to) : cell;

/** For rows of numbers, dates and flags only: they are text without decoding. */
export const asciiRow = ({ cells }: RawRow): Row => cells;

export const decodeRow = ({ cells }: RawRow): Row => cells.map((cell) => recoded(cell, 'latin1', 'utf8'));
export const encodeRow = (row: Row): RawRow => RawRow.ofCells(row.map((cell) => recoded(cell, 'utf8', 'latin1')));

export type Value = string | number | boolean | null | Buffer | readonly string[];
