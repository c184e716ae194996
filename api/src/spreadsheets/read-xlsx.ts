import { createInflateRaw } from 'node:zlib';
import { entriesOf, type ZipEntry } from '../platform/tables/read-table-file.ts';
import { tooLarge, unreadable } from './sheet-errors.ts';
import { sheetLimits } from './sheet-limits.ts';
import { attributeOf, type XmlHandler, XmlTokens } from './xml-tokens.ts';

/** A row of a file: its number as spreadsheet programs count, and its cells as text. */
export interface SheetRow {
  number: number;
  cells: string[];
}

/** Rows of the first visible sheet, one after the other. Formulas are not evaluated: their stored result is used. */
export async function* readXlsx(file: Buffer): AsyncGenerator<SheetRow> {
  const parts = new Map<string, ZipEntry>();
  for (const entry of entriesOf(file, unreadable)) {
    if (parts.has(entry.name)) throw unreadable('The file is damaged: it has a part twice.');
    parts.set(entry.name, entry);
  }
  const unpack = unpacker();
  const { path, isFrom1904 } = await findSheet(parts, unpack);
  const styles = await readDateStyles(parts.get('xl/styles.xml'), unpack);
  const texts = await readSharedTexts(parts.get('xl/sharedStrings.xml'), unpack);
  const sheet = parts.get(path);
  if (sheet === undefined) throw unreadable('The file has no sheet. Please save it again in Excel, or as CSV.');
  const reader = new SheetReader(texts, styles, isFrom1904);
  const tokens = new XmlTokens(reader);
  for await (const text of unpack(sheet)) {
    tokens.feed(text);
    yield* reader.take();
  }
  tokens.end();
  if (!reader.isComplete) throw unreadable('The file is damaged or cut off.');
}

type Unpack = (entry: ZipEntry) => AsyncGenerator<string>;

/** Decompresses parts as they are needed. The sizes in the archive are not trusted: all parts together stop at the limit. */
function unpacker(): Unpack {
  let left = sheetLimits.unpackedBytes;
  return async function* ({ method, packed }) {
    const decoder = new TextDecoder();
    const stream = method === 0 ? slicesOf(packed) : createInflateRaw().end(packed);
    try {
      for await (const bytes of stream as AsyncIterable<Uint8Array>) {
        left -= bytes.length;
        if (left < 0) throw tooLarge();
        yield decoder.decode(bytes, { stream: true });
      }
    } catch (error) {
      if ((error as { code?: string }).code?.startsWith('Z_') === true) throw unreadable('The file is damaged or cut off.');
      throw error;
    }
  };
}

async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

const ignore = () => {};

async function readTags(entry: ZipEntry | undefined, unpack: Unpack, handler: Partial<XmlHandler>): Promise<void> {
  if (entry === undefined) return;
  const tokens = new XmlTokens({ open: ignore, text: ignore, close: ignore, ...handler });
  for await (const text of unpack(entry)) tokens.feed(text);
  tokens.end();
}

async function findSheet(parts: ReadonlyMap<string, ZipEntry>, unpack: Unpack): Promise<{ path: string; isFrom1904: boolean }> {
  if (!parts.has('xl/workbook.xml'))
    throw unreadable(
      parts.has('content.xml')
        ? 'This is an OpenDocument file. Please save it as XLSX or CSV.'
        : 'This is a ZIP file, but not an XLSX file.',
    );
  let isFrom1904 = false;
  const sheets: { id: string | undefined; isHidden: boolean }[] = [];
  await readTags(parts.get('xl/workbook.xml'), unpack, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '');
      if (name === 'sheet')
        sheets.push({ id: attributeOf(attributes, 'id'), isHidden: attributeOf(attributes, 'state')?.includes('idden') === true });
    },
  });
  const targets = new Map<string, string>();
  await readTags(parts.get('xl/_rels/workbook.xml.rels'), unpack, {
    open(name, attributes) {
      if (name === 'Relationship') targets.set(attributeOf(attributes, 'Id') ?? '', attributeOf(attributes, 'Target') ?? '');
    },
  });
  const chosen = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const target = targets.get(chosen?.id ?? '');
  const path = target === undefined ? undefined : target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  return { path: path ?? [...parts.keys()].find((name) => name.startsWith('xl/worksheets/')) ?? '', isFrom1904 };
}

const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
/** Excel writes at most 255 characters. The pattern takes quadratic time. */
const maxFormatLength = 1000;
const isDateFormat = (code: string) =>
  code.length <= maxFormatLength && /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General/gi, ''));

/** Whether the numbers of each cell style are dates or times. */
async function readDateStyles(entry: ZipEntry | undefined, unpack: Unpack): Promise<boolean[]> {
  const custom = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isInCellFormats = false;
  await readTags(entry, unpack, {
    open(name, attributes) {
      if (name === 'numFmt')
        custom.set(Number(attributeOf(attributes, 'numFmtId')), isDateFormat(attributeOf(attributes, 'formatCode') ?? ''));
      if (name === 'cellXfs') isInCellFormats = true;
      if (name === 'xf' && isInCellFormats && styles.length < 100_000) {
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
        styles.push(custom.get(id) ?? isBuiltInDate(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return styles;
}

/** Collects the text of `t` elements, without the phonetic readings of Japanese. */
class TextCollector {
  value = '';
  #isText = false;
  #isPhonetic = false;

  open(name: string): void {
    if (name === 't') this.#isText = true;
    else if (name === 'rPh') this.#isPhonetic = true;
  }
  text(text: string): void {
    if (this.#isText && !this.#isPhonetic && this.value.length <= sheetLimits.cellLength) this.value += text;
  }
  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
  }
}

async function readSharedTexts(entry: ZipEntry | undefined, unpack: Unpack): Promise<string[]> {
  const texts: string[] = [];
  const collector = new TextCollector();
  let left = sheetLimits.sharedTextLength;
  await readTags(entry, unpack, {
    open: (name) => collector.open(name),
    text: (text) => collector.text(text),
    close(name) {
      collector.close(name);
      if (name !== 'si') return;
      texts.push(cleanText(collector.value));
      // An empty text also takes memory.
      left -= collector.value.length + 8;
      collector.value = '';
      if (left < 0) throw tooLarge();
    },
  });
  return texts;
}

// Characters that XML does not allow are written as _xHHHH_.
const escaped = /_x([\da-f]{4})_/gi;

/** Without halves of characters. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** As it can be stored: PostgreSQL has no NUL and no halves of characters. */
export function cleanText(text: string): string {
  const decoded = text.includes('_x') ? text.replace(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
  return wellFormed(decoded.slice(0, sheetLimits.cellLength)).replaceAll('\0', '');
}

class SheetReader implements XmlHandler {
  readonly #texts: readonly string[];
  readonly #isDate: readonly boolean[];
  readonly #isFrom1904: boolean;
  readonly #collector = new TextCollector();
  #ready: SheetRow[] = [];
  #row: SheetRow | undefined;
  #number = 0;
  #column = -1;
  #type = '';
  #style = 0;
  #value = '';
  #isValue = false;
  isComplete = false;

  constructor(texts: readonly string[], isDate: readonly boolean[], isFrom1904: boolean) {
    this.#texts = texts;
    this.#isDate = isDate;
    this.#isFrom1904 = isFrom1904;
  }

  take(): SheetRow[] {
    const rows = this.#ready;
    this.#ready = [];
    return rows;
  }

  open(name: string, attributes: string): void {
    if (name === 'row') {
      const number = Number(attributeOf(attributes, 'r') ?? this.#number + 1);
      this.#number = Number.isSafeInteger(number) && number > 0 && number < 10_000_000 ? number : this.#number + 1;
      this.#row = { number: this.#number, cells: [] };
      this.#column = -1;
    } else if (name === 'c' && this.#row !== undefined) {
      const letters = /^[A-Z]{1,3}/.exec(attributeOf(attributes, 'r') ?? '')?.[0];
      this.#column = letters === undefined ? this.#column + 1 : columnNumber(letters);
      this.#type = attributeOf(attributes, 't') ?? 'n';
      this.#style = Number(attributeOf(attributes, 's') ?? 0);
      this.#value = '';
      this.#collector.value = '';
    } else if (name === 'v') this.#isValue = true;
    else this.#collector.open(name);
  }

  text(text: string): void {
    if (this.#isValue) {
      if (this.#value.length <= sheetLimits.cellLength) this.#value += text;
    } else this.#collector.text(text);
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c' && this.#row !== undefined) {
      const cell = this.#cell();
      if (cell === '') return;
      if (this.#column >= sheetLimits.columns) throw tooLarge();
      while (this.#row.cells.length < this.#column) this.#row.cells.push('');
      this.#row.cells[this.#column] = cell;
    } else if (name === 'row' && this.#row !== undefined) {
      if (this.#row.cells.length > 0) this.#ready.push(this.#row);
      this.#row = undefined;
    } else if (name === 'worksheet') this.isComplete = true;
    else this.#collector.close(name);
  }

  #cell(): string {
    const value = this.#value;
    if (this.#type === 'inlineStr') return cleanText(this.#collector.value);
    if (this.#type === 's') return this.#texts[Number(value)] ?? '';
    if (this.#type === 'b') return value === '1' ? 'true' : 'false';
    if (this.#type === 'd') return cleanText(value).replace(/T00:00:00(\.0+)?Z?$/, '');
    if (this.#type !== 'n' || value.trim() === '') return cleanText(value);
    const number = Number(value);
    if (!Number.isFinite(number)) return cleanText(value);
    return this.#isDate[this.#style] === true ? serialText(number + (this.#isFrom1904 ? 1462 : 0)) : String(number);
  }
}

const columnNumber = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Days since 30 December 1899 as a date, a date and time, or a time. */
export function serialText(serial: number): string {
  const total = Math.round(serial * 1440);
  const days = Math.floor(total / 1440);
  const minutes = total - days * 1440;
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  if (days === 0) return time;
  if (days < 0 || days > 2_958_465) return String(serial);
  const date = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10);
  return minutes === 0 ? date : `${date} ${time}`;
}
