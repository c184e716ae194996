/** The separator of a CSV file: the one that divides the most lines alike. A decimal comma is not in the line with the titles. */
export function separatorOf(text: string): string {
  const start = text.slice(0, 20_000).replace(/"[^"]*"/g, '');
  const lines = start.split(/\r\n|\n|\r/, 20);
  const weigh = (separator: string) => {
    const linesByCount = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(separator).length - 1;
      linesByCount.set(count, (linesByCount.get(count) ?? 0) + 1);
    }
    return Math.max(0, ...[...linesByCount].map(([count, alike]) => count * alike));
  };
  return [',', ';', '\t', '|'].reduce((best, other) => (weigh(other) > weigh(best) ? other : best));
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13];

/** Rows of a CSV file (RFC 4180), one after the other. Excel's first line `sep=;` is understood. */
export function* csvRowsOf(text: string): Generator<string[]> {
  const [declaration, declared] = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text) ?? ['', undefined];
  const separator = (declared ?? separatorOf(text)).charCodeAt(0);
  let row: string[] = [];
  let at = declaration.length;
  while (at < text.length) {
    let cell: string;
    if (text.charCodeAt(at) === quote) [cell, at] = quotedCell(text, at + 1);
    else {
      const start = at;
      while (at < text.length && !isEnd(text.charCodeAt(at), separator)) at++;
      cell = text.slice(start, at);
    }
    // Text after a closing quote belongs to the cell.
    const rest = at;
    while (at < text.length && !isEnd(text.charCodeAt(at), separator)) at++;
    row.push(rest === at ? cell : cell + text.slice(rest, at));
    const end = text.charCodeAt(at);
    at++;
    if (end === separator) {
      if (at >= text.length) row.push('');
      continue;
    }
    if (end === carriageReturn && text.charCodeAt(at) === lineFeed) at++;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

const isEnd = (code: number, separator: number) => code === separator || code === lineFeed || code === carriageReturn;

/** The text up to the closing quote, and the position after it. A quote that is never closed ends with the file. */
function quotedCell(text: string, start: number): [string, number] {
  let cell = '';
  for (let at = start; ; ) {
    const end = text.indexOf('"', at);
    if (end < 0) return [cell + text.slice(at), text.length];
    cell += text.slice(at, end);
    if (text.charCodeAt(end + 1) !== quote) return [cell, end + 1];
    cell += '"';
    at = end + 2;
  }
}

// What an export writes before text that looks like a formula.
const formulaEscape = /(^|[,;|\t\r\n"])'(?=\s*[=+\-@＝＋－＠])|^'(?=[\t\r\n])/g;

/** The text that an export has escaped against formula injection. */
export const unescapeFormula = (text: string): string => (text.includes("'") ? text.replace(formulaEscape, '$1') : text);

/** The text of a CSV file in one of the encodings that spreadsheet programs write. Undefined: it is not text. */
export function decodeCsv(file: Uint8Array): string | undefined {
  const text = decode(file);
  return text.includes('\0') ? undefined : text;
}

function decode(file: Uint8Array): string {
  const [first, second] = file;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(file);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    // UTF-16 without a mark is valid UTF-8 while all its characters are Latin: then every second byte is zero.
    if (!text.includes('\0')) return text;
    return new TextDecoder(first === 0 ? 'utf-16be' : 'utf-16le', { fatal: true }).decode(file);
  } catch {
    // The Vietnamese code page has accents as characters of their own.
    return new TextDecoder('windows-1258').decode(file).normalize('NFC');
  }
}
