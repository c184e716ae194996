import readExcel from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { Table } from './table.ts';
import { csvParts, xlsxParts } from './table-file.ts';

const table: Table = {
  columns: [
    { name: 'Số', kind: 'number' },
    { name: 'Ngày', kind: 'date' },
    { name: 'Nơi', kind: 'text' },
  ],
  rows: Array.from({ length: 450 }, (_, n) => [String(n), '2026-12-01', n === 0 ? null : `=${n} & <đ>`]),
};

test('when a table is written as XLSX, then a library reads the same values', async () => {
  const parts: Uint8Array[] = [];
  for await (const part of xlsxParts(table, 'Đơn')) parts.push(part);
  const [sheet] = (await readExcel(Buffer.concat(parts))) as unknown as { data: unknown[][] }[];
  const rows = sheet?.data ?? [];
  expect([rows.length, rows[0]]).toEqual([451, ['Số', 'Ngày', 'Nơi']]);
  expect(rows[1]).toEqual([0, new Date('2026-12-01T00:00:00Z'), null]);
  expect(rows[450]).toEqual([449, new Date('2026-12-01T00:00:00Z'), '=449 & <đ>']);
});

test('when a table is written as CSV, then all parts together are one file', async () => {
  let text = '';
  for await (const part of csvParts(table)) text += part;
  const lines = text.split('\r\n');
  expect([lines.length, lines[0], lines[2]]).toEqual([452, '\ufeff"Số","Ngày","Nơi"', `"1","2026-12-01","'=1 & <đ>"`]);
});
