import { expect, test } from 'vitest';
import { sheetRow, sheetStart, workbookParts } from './xlsx-rules.ts';

const table = {
  columns: [
    { name: 'A & B', kind: 'text' },
    { name: 'N', kind: 'number' },
    { name: 'D', kind: 'date' },
  ] as const,
  rows: [],
};

test('when a row is written, then text is escaped, numbers and dates are values, and empty cells stay empty', () => {
  expect(sheetRow(table, ['<a> & "b"\u0000\ud800', '-12.50', '2026-11-17'], 2)).toBe(
    '<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">&lt;a&gt; &amp; &quot;b&quot;</t></is></c><c r="B2" s="3"><v>-12.50</v></c><c r="C2" s="2"><v>46343</v></c></row>',
  );
  expect(sheetRow(table, [null, '', null], 3)).toBe('<row r="3"></row>');
  expect(sheetRow(table, [null, '1+1', null], 4)).toContain('<c r="B4" t="inlineStr">');
});

test('when a workbook is written, then names are escaped', () => {
  expect(sheetStart(table)).toContain('A &amp; B');
  expect(workbookParts('A<B')['xl/workbook.xml']).toContain('name="A&lt;B"');
});

test('when a table has more columns than letters, then cells are named as in spreadsheet programs', () => {
  const wide = { columns: Array.from({ length: 54 }, () => ({ name: 'x', kind: 'text' }) as const), rows: [] };
  const cells = sheetRow(
    wide,
    Array.from({ length: 54 }, () => 'x'),
    7,
  ).match(/r="[A-Z]+7"/g);
  expect([cells?.[25], cells?.[26], cells?.[51], cells?.[52], cells?.[53]]).toEqual(['r="Z7"', 'r="AA7"', 'r="AZ7"', 'r="BA7"', 'r="BB7"']);
});

test('when a cell is a moment or a very long text, then it is a date with a time, and a text that spreadsheet programs open', () => {
  const columns = [
    { name: 'I', kind: 'instant' },
    { name: 'T', kind: 'text' },
  ] as const;
  const row = sheetRow({ columns, rows: [] }, ['2026-11-17 12:00:00', 'x'.repeat(40_000)], 2);
  expect(row).toContain('<c r="A2" s="4"><v>46343.500000000</v></c>');
  expect(/x+(?=<)/.exec(row)?.[0]).toHaveLength(32_767);
});
