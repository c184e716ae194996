/** The separator of a CSV file: the one that is most frequent outside quotes in its first lines. */
function separatorOf(text: string): string {
  const start = text.slice(0, 5000).replace(/"[^"]*"/g, '');
  const count = (separator: string) => start.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** Reads the rows of a CSV file (RFC 4180). Undefined: it has more rows or columns than allowed. */
export function parseCsv(text: string, limits: { rows: number; columns: number }): string[][] | undefined {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
    return row.length <= limits.columns;
  };
  const endRow = () => {
    const isWithinLimits = endCell();
    rows.push(row);
    row = [];
    return isWithinLimits && rows.length <= limits.rows;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) {
      if (!endCell()) return undefined;
    } else if (character === '\n') {
      if (!endRow()) return undefined;
    } else if (character !== '\r') cell += character;
  }
  if ((cell !== '' || row.length > 0) && !endRow()) return undefined;
  return rows;
}
