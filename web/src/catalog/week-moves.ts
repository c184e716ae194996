export interface Spot {
  column: number;
  row: number;
}

const sameColumn = (a: Spot, b: Spot) => a.column === b.column;

/**
 * The target cell of an arrow key among the selectable cells: up and down within a day, left and right to the next day that has
 * one, in the row nearest to the preferred row. Every selectable cell can be reached.
 */
export function spotAfter(key: string, free: readonly Spot[], from: Spot, preferredRow: number): Spot | undefined {
  const nearest = (spots: readonly Spot[]) =>
    spots.reduce<Spot | undefined>(
      (best, spot) => (best === undefined || Math.abs(spot.row - preferredRow) < Math.abs(best.row - preferredRow) ? spot : best),
      undefined,
    );
  const inColumn = (column: number | undefined) => nearest(free.filter((spot) => spot.column === column));
  const columns = [...new Set(free.map(({ column }) => column))].sort((a, b) => a - b);
  const rows = free.filter((spot) => sameColumn(spot, from)).sort((a, b) => a.row - b.row);
  switch (key) {
    case 'ArrowRight':
      return inColumn(columns.find((column) => column > from.column));
    case 'ArrowLeft':
      return inColumn(columns.findLast((column) => column < from.column));
    case 'ArrowDown':
      return rows.find(({ row }) => row > from.row);
    case 'ArrowUp':
      return rows.findLast(({ row }) => row < from.row);
    case 'Home':
      return inColumn(columns[0]);
    case 'End':
      return inColumn(columns.at(-1));
    default:
      return undefined;
  }
}
