const byteOrderMark = '\ufeff';
const plainNumber = /^-?\d+(\.\d+)?$/;
// Spreadsheet programs run a cell that starts like this as a formula. Some use other separators than the comma or ignore
// quotes, so text after any separator may become the start of a cell.
const formulaStart = /(^|[,;|\t\r\n"])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** RFC 4180 with every value quoted. Text that looks like a formula is escaped against formula injection. */
export function csvCell(value: string | null): string {
  if (value === null) return '';
  const safe = plainNumber.test(value) ? value : value.replace(formulaStart, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Lines of a CSV file. */
export const csvRows = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

/** A CSV file with a byte order mark, by which spreadsheet programs recognise UTF-8. */
export function csvFile(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return byteOrderMark + csvRows([header, ...rows]);
}
