import type { SparseMatrix } from 'highs';

/** Columns as a sparse matrix by columns. */
export function columnMatrix(columns: readonly { rows: readonly number[]; values: readonly number[] }[], numRows: number): SparseMatrix {
  const starts = new Int32Array(columns.length + 1);
  for (const [at, { rows }] of columns.entries()) starts[at + 1] = (starts[at] as number) + rows.length;
  return {
    format: 'csc' as const,
    numRows,
    numCols: columns.length,
    starts,
    indices: Int32Array.from(columns.flatMap(({ rows }) => rows)),
    values: Float64Array.from(columns.flatMap(({ values }) => values)),
  };
}
