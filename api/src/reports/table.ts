export type CellKind = 'text' | 'number' | 'date' | 'instant';

/** A column of an exported table. */
export interface Column {
  name: string;
  kind: CellKind;
}

/** Values as text: decimals with a point, dates as YYYY-MM-DD, instants as YYYY-MM-DD HH:mm:ss in the time zone of the column. */
export type TableRow = readonly (string | null)[];

export interface Table {
  columns: readonly Column[];
  /** All rows, or parts that are read while the file is written. */
  rows: readonly TableRow[] | AsyncIterable<readonly TableRow[]>;
}

const rowsPerChunk = 200;

/** Rows in parts that are written without a pause. */
export async function* chunksOf(rows: Table['rows']): AsyncGenerator<readonly TableRow[]> {
  if (Symbol.asyncIterator in rows) for await (const part of rows) yield* chunksOf(part);
  else for (let at = 0; at < rows.length; at += rowsPerChunk) yield rows.slice(at, at + rowsPerChunk);
}
