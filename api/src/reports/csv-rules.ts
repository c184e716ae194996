const byteOrderMark = '\ufeff';
const plainNumber = /^-?\d+(\.\d+)?$/;
// Spreadsheet programs run a cell that begins like this as a formula. Some split at other separators than the comma, or
// ignore quotes, so what stands behind a separator may become the beginning of a cell as well.
const formulaStart = /(^|[,;|\t\r\n"])(?=\s*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** RFC 4180 with every value quoted, and safe to open: text that looks like a formula is marked as text. */
export function csvCell(value: string | null): string {
  if (value === null) return '';
  const safe = plainNumber.test(value) ? value : value.replace(formulaStart, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A whole file. The mark at its beginning tells spreadsheet programs that it is UTF-8. */
export function csvFile(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return byteOrderMark + [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
