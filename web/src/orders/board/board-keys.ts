/** Focus stops by session, day and position. They come from the data: not all of them are in the document. */
export type StopGrid = readonly (readonly (readonly string[])[])[];

const upTo = (end: number): number[] => Array.from({ length: Math.max(end, 0) }, (_, n) => n);
const after = (at: number, length: number): number[] => upTo(length).slice(at + 1);
const before = (at: number): number[] => upTo(at).reverse();

/** Target of a key: within the cell first, then the next cell that is not empty. */
export function nextStop(rows: StopGrid, from: string, key: string): string | undefined {
  const row = rows.findIndex((cells) => cells.some((stops) => stops.includes(from)));
  const cells = rows[row] ?? [];
  const column = cells.findIndex((stops) => stops.includes(from));
  const here = cells[column];
  if (here === undefined) return undefined;
  const index = here.indexOf(from);
  const inRow = (columns: number[]) => columns.map((n) => cells[n] ?? []).find((stops) => stops.length > 0);
  const inColumn = (those: number[]) => those.map((n) => rows[n]?.[column] ?? []).find((stops) => stops.length > 0);
  switch (key) {
    case 'ArrowDown':
      return here[index + 1] ?? inColumn(after(row, rows.length))?.[0];
    case 'ArrowUp':
      return here[index - 1] ?? inColumn(before(row))?.at(-1);
    case 'ArrowRight': {
      const stops = inRow(after(column, cells.length));
      return stops?.[Math.min(index, stops.length - 1)];
    }
    case 'ArrowLeft': {
      const stops = inRow(before(column));
      return stops?.[Math.min(index, stops.length - 1)];
    }
    case 'Home':
      return inRow(upTo(cells.length))?.[0];
    case 'End':
      return inRow(upTo(cells.length).reverse())?.[0];
    case 'PageDown':
      return inColumn(after(row, rows.length))?.[0] ?? here.at(-1);
    case 'PageUp':
      return index > 0 ? here[0] : inColumn(before(row))?.[0];
    default:
      return undefined;
  }
}
