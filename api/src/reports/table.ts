export type CellKind = 'text' | 'number' | 'date';

/** A column of an exported table. */
export interface Column {
  name: string;
  kind: CellKind;
}

/** Values as text: decimals with a point, dates as YYYY-MM-DD. */
export type TableRow = readonly (string | null)[];

export interface Table {
  columns: readonly Column[];
  rows: readonly TableRow[];
}

const rowsPerChunk = 200;

/** Rows in parts that are written without a pause. */
export function* chunksOf(rows: readonly TableRow[]): Generator<readonly TableRow[]> {
  for (let at = 0; at < rows.length; at += rowsPerChunk) yield rows.slice(at, at + rowsPerChunk);
}
