import { inflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { AppError } from '../../errors.ts';
import { parseCsv } from './csv-text-rules.ts';

/** A cell of a file. Dates come from spreadsheets only. */
export type FileCell = string | number | Date | null;

/** What a file may have, and the errors for files that cannot be read or have more. */
export interface TableFileOptions {
  unpackedBytes: number;
  rows: number;
  columns: number;
  unreadable(text: string): AppError;
  tooLarge(): AppError;
}

/** The rows of a CSV or XLSX file. Formulas are not evaluated: their stored result is used. */
export async function readTableFile(file: Buffer, options: TableFileOptions): Promise<FileCell[][]> {
  const { unreadable, tooLarge } = options;
  if (file.length === 0) throw unreadable('The file is empty.');
  if (isWorkbook(file)) return readWorkbook(file, options);
  if (file.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw unreadable('This is the old Excel format. Please save the file as XLSX or CSV.');
  const text = decode(file);
  if (text.includes('\0')) throw unreadable('This is neither a CSV nor an XLSX file.');
  const rows = parseCsv(text, options);
  if (rows === undefined) throw tooLarge();
  return rows;
}

/** Whether a file is an XLSX file, and not CSV. */
export const isWorkbook = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

function decode(file: Buffer): string {
  const isUtf16 = file[0] === 0xff && file[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(file);
  } catch {
    // Older exports of Vietnamese banks.
    return new TextDecoder('windows-1258').decode(file);
  }
}

const isNeeded =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/workbook\.xml|xl\/styles\.xml|xl\/sharedStrings\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/;

/**
 * Decompresses the needed parts of a workbook with a limit on their real size, regardless of the sizes in the archive, and packs them
 * again: the reader never sees the original archive.
 */
function repack(file: Buffer, { unpackedBytes, unreadable, tooLarge }: TableFileOptions): Record<string, Uint8Array> {
  const parts: Record<string, Uint8Array> = {};
  let left = unpackedBytes;
  for (const { name, method, packed } of entriesOf(file, unreadable)) {
    if (!isNeeded.test(name)) continue;
    if (Object.hasOwn(parts, name)) throw unreadable('The file is damaged: it has a part twice.');
    // Throws beyond the limit, before the rest is decompressed.
    const unpacked = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(left, 1) });
    left -= unpacked.length;
    if (left <= 0) throw tooLarge();
    parts[name] = unpacked;
  }
  return parts;
}

/** A file inside a ZIP archive, as it is stored. */
export interface ZipEntry {
  name: string;
  method: number;
  packed: Buffer;
}

/** The entries of a ZIP archive by its central directory. */
export function entriesOf(file: Buffer, unreadable: TableFileOptions['unreadable']): ZipEntry[] {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  if (end < 0) throw unreadable('The file is damaged or cut off.');
  const entries: ZipEntry[] = [];
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  let packedBytes = 0;
  for (let n = 0; n < count; n++) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw unreadable('The file is damaged.');
    const [method, size] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30), file.readUInt16LE(at + 32)];
    const header = file.readUInt32LE(at + 42);
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    if ((method !== 0 && method !== 8) || start + size > file.length) throw unreadable('The file is damaged or protected by a password.');
    // Entries that share their bytes could be unpacked thousands of times.
    packedBytes += size;
    if (packedBytes > file.length) throw unreadable('The file is damaged.');
    entries.push({ name, method, packed: file.subarray(start, start + size) });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

const columnNumber = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** The reader allocates a table up to the last cell, so its size is checked before. */
function checkSheets(parts: Record<string, Uint8Array>, { rows, columns, unreadable, tooLarge }: TableFileOptions): void {
  for (const [name, bytes] of Object.entries(parts)) {
    const text = Buffer.from(bytes).toString('utf8');
    if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw unreadable('The file has parts that a table does not need.');
    if (!name.startsWith('xl/worksheets/')) continue;
    for (const [, letters = '', row] of text.matchAll(/\s(?:r|ref)\s*=\s*["'](?:[A-Z]+\d+:)?([A-Z]*)(\d+)["']/gi)) {
      if (Number(row) > rows + 30 || columnNumber(letters.toUpperCase()) > columns) throw tooLarge();
    }
  }
}

async function readWorkbook(file: Buffer, options: TableFileOptions): Promise<FileCell[][]> {
  const { unreadable, tooLarge } = options;
  try {
    const parts = repack(file, options);
    checkSheets(parts, options);
    const safe = zipSync(parts, { level: 0 });
    const rows = (await readSheet(new Blob([safe as Uint8Array<ArrayBuffer>]))) as unknown[][];
    if (rows.length > options.rows) throw tooLarge();
    return rows.map((row) => row.map(toCell));
  } catch (error) {
    if (error instanceof AppError) throw error;
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw unreadable('This is not an XLSX file that can be read. Please save it again in Excel, or as CSV.');
  }
}

const toCell = (value: unknown): FileCell =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Date
    ? value
    : value === null || value === undefined
      ? null
      : String(value);
