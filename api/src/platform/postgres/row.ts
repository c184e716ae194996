/** A column in PostgreSQL's text format. It is not parsed: dates keep their format, int64 stays exact. */
export type Cell = string | null;
export type Row = readonly Cell[];

/**
 * A row that is only written to a response: each character of a cell is one byte of UTF-8. Decoding and encoding again took a third of the
 * CPU time. Such cells are not text: they may only be serialised (platform/http/row-json.ts).
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
