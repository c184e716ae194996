/** A column as PostgreSQL wrote it. Nothing is parsed on the way: dates stay dates, int64 stays exact. */
export type Cell = string | null;
export type Row = readonly Cell[];

/**
 * A row on its way to the client: each character of a cell is one byte of its UTF-8. Most of what is read goes
 * out again as it came, and decoding it only to encode it again was a third of the service's work. Such
 * cells are not text: nothing may be done with them but to write them (platform/row-json.ts).
 */
export class RawRow {
  readonly cells: readonly Cell[];

  constructor(cells: readonly Cell[]) {
    this.cells = cells;
  }
}

export const cellsOf = (row: Row | RawRow): readonly Cell[] => (row instanceof RawRow ? row.cells : row);

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII
const notAscii = /[^\u0000-\u007f]/;

const recoded = (cell: Cell, from: BufferEncoding, to: BufferEncoding): Cell =>
  cell !== null && notAscii.test(cell) ? Buffer.from(cell, from).toString(to) : cell;

export const decodeRow = ({ cells }: RawRow): Row => cells.map((cell) => recoded(cell, 'latin1', 'utf8'));
export const encodeRow = (row: Row): RawRow => new RawRow(row.map((cell) => recoded(cell, 'utf8', 'latin1')));

export type Value = string | number | boolean | null | Buffer | readonly string[];
