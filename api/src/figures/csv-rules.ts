const byteOrderMark = '\ufeff';
const plainNumber = /^-?\d+(\.\d+)?$/;
// Spreadsheet programs take what begins like this for a formula and run it.
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** RFC 4180, and safe to open: text that looks like a formula is marked as text. */
export function csvCell(value: string | null): string {
  if (value === null) return '';
  const safe = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A whole file. The mark at its beginning tells spreadsheet programs that it is UTF-8. */
export function csvFile(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return byteOrderMark + [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
