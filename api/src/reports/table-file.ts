import { setImmediate } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';
import { csvFile, csvRows } from './csv-rules.ts';
import { chunksOf, type Table } from './table.ts';
import { sheetEnd, sheetRow, sheetStart, workbookParts } from './xlsx-rules.ts';

/** A CSV file in parts. Other requests are served between them. */
export async function* csvParts({ columns, rows }: Table): AsyncGenerator<string> {
  yield csvFile(
    columns.map(({ name }) => name),
    [],
  );
  for await (const chunk of chunksOf(rows)) {
    yield csvRows(chunk);
    await setImmediate();
  }
}

/** An XLSX file in parts. Each part is compressed when it is asked for, and other requests are served between them. */
export async function* xlsxParts(table: Table, sheetName: string): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const take = () => {
    const parts = ready;
    ready = [];
    return parts;
  };
  const zip = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part);
  });
  const encoder = new TextEncoder();
  const open = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    return file;
  };
  for (const [name, text] of Object.entries(workbookParts(sheetName))) open(name).push(encoder.encode(text), true);
  const sheet = open('xl/worksheets/sheet1.xml');
  sheet.push(encoder.encode(sheetStart(table)));
  yield* take();
  let number = 1;
  for await (const chunk of chunksOf(table.rows)) {
    sheet.push(encoder.encode(chunk.map((row) => sheetRow(table, row, ++number)).join('')));
    yield* take();
    await setImmediate();
  }
  sheet.push(encoder.encode(sheetEnd), true);
  zip.end();
  yield* take();
}
