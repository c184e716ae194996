const stopsIn = (cell: Element): HTMLElement[] => [...cell.querySelectorAll<HTMLElement>('[data-stop]')];

/** The board cell that contains an element. */
export const cellAt = (element: Element): string | undefined => element.closest<HTMLElement>('[data-cell]')?.dataset.cell;

/** Target of an arrow key: within the cell first, then the next cell that is not empty. */
export function nextStop(table: HTMLTableElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const cell = from.closest<HTMLTableCellElement>('[data-cell]');
  if (cell === null) return undefined;
  const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll<HTMLTableCellElement>('[data-cell]')]);
  const row = rows.findIndex((cells) => cells.includes(cell));
  const column = rows[row]?.indexOf(cell) ?? 0;
  const here = stopsIn(cell);
  const index = here.indexOf(from);
  const inRow = (columns: number[]) => columns.map((n) => stopsIn(rows[row]?.[n] ?? cell)).find((stops) => stops.length > 0);
  const inColumn = (those: number[]) => those.map((n) => stopsIn(rows[n]?.[column] ?? cell)).find((stops) => stops.length > 0);
  const upTo = (end: number) => Array.from({ length: Math.max(end, 0) }, (_, n) => n);
  const width = rows[row]?.length ?? 0;
  const after = (at: number, length: number) => upTo(length).slice(at + 1);
  const before = (at: number) => upTo(at).reverse();
  switch (key) {
    case 'ArrowDown':
      return here[index + 1] ?? inColumn(after(row, rows.length))?.[0];
    case 'ArrowUp':
      return here[index - 1] ?? inColumn(before(row))?.at(-1);
    case 'ArrowRight': {
      const stops = inRow(after(column, width));
      return stops?.[Math.min(index, stops.length - 1)];
    }
    case 'ArrowLeft': {
      const stops = inRow(before(column));
      return stops?.[Math.min(index, stops.length - 1)];
    }
    case 'Home':
      return inRow(upTo(width))?.[0];
    case 'End':
      return inRow(upTo(width).reverse())?.[0];
    default:
      return undefined;
  }
}
