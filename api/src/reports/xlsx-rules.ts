import type { CellKind, Table, TableRow } from './table.ts';

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Positions in cellXfs of the style sheet below. */
const styles = { heading: 1, date: 2, number: 3, instant: 4 } as const;

/** Parts of a workbook with one sheet (ECMA-376), without the sheet itself. */
export const workbookParts = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml': `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/></Types>`,
  '_rels/.rels': `${xmlHead}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escapeXml(sheetName).slice(0, 31)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xmlHead}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="#,##0.####"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

const columnWidths: Record<CellKind, number> = { text: 24, number: 14, date: 14, instant: 20 };

/** The sheet up to its rows: the first row stays visible, and has the names of the columns. */
export const sheetStart = ({ columns }: Table): string =>
  `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ kind }, at) => `<col min="${at + 1}" max="${at + 1}" width="${columnWidths[kind]}" customWidth="1"/>`)
    .join(
      '',
    )}</cols><sheetData><row r="1">${columns.map(({ name }, at) => textCell(reference(at, 1), name, styles.heading)).join('')}</row>`;

export const sheetEnd = '</sheetData></worksheet>';

/** `number`: from 1; the first row has the names of the columns. */
export function sheetRow({ columns }: Table, row: TableRow, number: number): string {
  return `<row r="${number}">${columns.map(({ kind }, at) => cell(reference(at, number), row[at] ?? null, kind)).join('')}</row>`;
}

/** As spreadsheet programs name a cell: A to Z, then AA to ZZ. */
const reference = (column: number, row: number): string => `${letters(column)}${row}`;
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const plainNumber = /^-?\d{1,15}(\.\d+)?$/;

function cell(at: string, value: string | null, kind: CellKind): string {
  if (value === null || value === '') return '';
  if (kind === 'number' && plainNumber.test(value)) return `<c r="${at}" s="${styles.number}"><v>${value}</v></c>`;
  if (kind === 'date') return `<c r="${at}" s="${styles.date}"><v>${serialDate(value)}</v></c>`;
  if (kind === 'instant') return `<c r="${at}" s="${styles.instant}"><v>${serialInstant(value)}</v></c>`;
  return textCell(at, value);
}

/** Spreadsheet programs refuse a file with a longer text. */
const maxCellLength = 32_767;

// A text cell is never evaluated, so text that looks like a formula needs no escape.
const textCell = (at: string, text: string, style = 0): string =>
  `<c r="${at}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escapeXml(text.slice(0, maxCellLength))}</t></is></c>`;

/** Days since 30 December 1899, as spreadsheet programs count dates. */
const serialDate = (date: string): number => Math.round((Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);

/** Days with the time as a fraction, to the second. */
const serialInstant = (instant: string): string =>
  ((Date.parse(`${instant.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000).toFixed(9);

// XML does not allow other control characters nor lone surrogates, even as references.
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeXml(text: string): string {
  return text.replace(notXml, '').replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt' }[sign] ?? 'quot'};`);
}
