import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readXlsx } from './read-xlsx.ts';

const workbook = (parts: Record<string, string>) => {
  const all = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1" s="0"><v>45000</v></c></row></sheetData></worksheet>',
    ...parts,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, new TextEncoder().encode(text)]))));
};
const read = async (file: Buffer) => {
  const rows: string[][] = [];
  for await (const { cells } of readXlsx(file)) rows.push(cells);
  return rows;
};
const formatted = (code: string) =>
  workbook({
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>`,
  });

describe('parts of a workbook that take quadratic time', () => {
  // Before, each of them took 20 seconds and more.
  const generousMs = 10_000;

  test('when a number format is longer than Excel writes, then it is no date, and takes no time', async () => {
    expect(await read(formatted('[$-409]dd/mm/yyyy'))).toEqual([['2023-03-15']]);
    const began = process.cpuUsage();
    expect(await read(formatted('['.repeat(60_000)))).toEqual([['45000']]);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(generousMs);
  });

  test('when a tag never ends, then the file is refused', async () => {
    const open = `<worksheet><sheetData><row r="1"><c r="${'A'.repeat(100_000)}`;
    await expect(read(workbook({ 'xl/worksheets/sheet1.xml': open }))).rejects.toMatchObject({ code: 'SHEET_UNREADABLE' });
  });

  test('when a cell has as much text as Excel allows, then it is read', async () => {
    const row = `<row r="1"><c r="A1" t="inlineStr"><is><t>${'&quot;'.repeat(32_767)}</t></is></c></row>`;
    const rows = await read(workbook({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row}</sheetData></worksheet>` }));
    expect(rows[0]?.[0]).toMatch(/^"{2000,}$/);
  });
});
