import { AppError } from '../errors.ts';
import { isWorkbook } from '../platform/tables/read-table-file.ts';
import { type Ask, serveWorker } from '../platform/workers/serve-worker.ts';
import { areaUnitOfCell, dateOrderOf } from './cell-rules.ts';
import { guessColumns, type SheetKind } from './column-rules.ts';
import { csvRowsOf, decodeCsv, unescapeFormula } from './csv-stream-rules.ts';
import { cleanText, readXlsx, type SheetRow, wellFormed } from './read-xlsx.ts';
import { tooLarge, unreadable } from './sheet-errors.ts';
import type { FileColumn } from './sheet-import.ts';
import { sheetLimits } from './sheet-limits.ts';

/** The thread that reads one file and sends its rows in parts. Started by read-in-worker.ts. */

export interface SheetWorkerData {
  file: Uint8Array;
  kind: SheetKind;
}

export interface ReadSheet {
  columns: FileColumn[];
  rowCount: number;
  isCsv: boolean;
}

const rowsPerPart = 500;
const titleSearchRows = 15;

async function* rowsOf(file: Buffer): AsyncGenerator<SheetRow> {
  if (file.length === 0) throw unreadable('The file is empty.');
  if (isWorkbook(file)) {
    yield* readXlsx(file);
    return;
  }
  if (file.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw unreadable('This is the old Excel format, or protected by a password. Please save the file as XLSX or CSV.');
  const text = decodeCsv(file);
  if (text === undefined) throw unreadable('This is neither a CSV nor an XLSX file.');
  let number = 0;
  for (const cells of csvRowsOf(text)) {
    number++;
    while (cells.length > 0 && cells.at(-1) === '') cells.pop();
    if (cells.length > sheetLimits.columns) throw tooLarge();
    if (cells.length > 0) yield { number, cells: cells.map((cell) => cleanText(unescapeFormula(cell))) };
  }
}

/** The row with the titles: of the first rows, the one in which most columns are recognised. */
function findTitles(kind: SheetKind, rows: readonly SheetRow[]): number {
  let best = 0;
  let most = 0;
  for (const [at, { cells }] of rows.entries()) {
    const recognised = Object.keys(
      guessColumns(
        kind,
        Array.from(cells, (cell) => cell ?? ''),
      ),
    ).length;
    if (recognised > most) [best, most] = [at, recognised];
  }
  return best;
}

async function read({ file, kind }: SheetWorkerData, store: Ask<SheetRow[], void>): Promise<ReadSheet> {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const columns: FileColumn[] = [];
  let head: SheetRow[] | undefined = [];
  let part: SheetRow[] = [];
  let rowCount = 0;
  const addRow = async (row: SheetRow) => {
    const cells = Array.from(row.cells, (cell) => cell ?? '');
    if (cells.every((cell) => cell.trim() === '')) return;
    if (++rowCount > sheetLimits.rows) throw tooLarge();
    note(columns, cells);
    part.push({ number: row.number, cells });
    if (part.length < rowsPerPart) return;
    await store(part);
    part = [];
  };
  const endHead = async () => {
    const rows = head ?? [];
    head = undefined;
    const at = findTitles(kind, rows);
    for (const title of rows[at]?.cells ?? []) columns.push(newColumn(title ?? ''));
    for (const row of rows.slice(at + 1)) await addRow(row);
  };
  for await (const row of rowsOf(buffer)) {
    if (head === undefined) await addRow(row);
    else {
      head.push(row);
      if (head.length >= titleSearchRows) await endHead();
    }
  }
  if (head !== undefined) await endHead();
  if (columns.length === 0) throw unreadable('The file is empty.');
  if (rowCount === 0) throw unreadable('The file has no rows below the titles of its columns.');
  if (part.length > 0) await store(part);
  return { columns, rowCount, isCsv: !isWorkbook(buffer) };
}

const newColumn = (title: string): FileColumn => ({
  title: title.trim().slice(0, 200),
  samples: [],
  dates: { dmy: 0, mdy: 0, both: 0 },
  units: [],
});

function note(columns: FileColumn[], cells: readonly string[]): void {
  while (columns.length < cells.length) columns.push(newColumn(''));
  for (const [at, cell] of cells.entries()) {
    const column = columns[at] as FileColumn;
    if (cell === '') continue;
    if (column.samples.length < 3) column.samples.push(wellFormed(cell.slice(0, 60)));
    const order = dateOrderOf(cell);
    if (order !== undefined) column.dates[order]++;
    if (column.units.length < 7 && cell.length < 30) {
      const unit = areaUnitOfCell(cell);
      if (unit !== undefined && !column.units.includes(unit)) column.units.push(unit);
    }
  }
}

// The next part is read when the last one is stored, so that a large file is never in memory as a whole.
serveWorker(async (data: SheetWorkerData, store: Ask<SheetRow[], void>): Promise<ReadSheet> => {
  try {
    return await read(data, store);
  } catch (error) {
    throw error instanceof AppError ? error : unreadable('This is not a file that can be read. Please save it again in Excel, or as CSV.');
  }
});
