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
