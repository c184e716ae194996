import { inflateRawSync } from 'node:zlib';
import { entriesOf } from '../platform/tables/read-table-file.ts';
import { unreadable } from './import-errors.ts';
import { importLimits } from './import-limits.ts';

/** Files of a ZIP archive by name. The sizes that the archive declares are not trusted: it stops at the limit of unpacked bytes. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  let left = importLimits.unpackedBytes;
  try {
    for (const { name, method, packed } of entriesOf(file, unreadable)) {
      if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
      // Throws beyond the limit, before the rest is unpacked.
      const unpacked = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) });
      left -= unpacked.length;
      if (left < 0) throw tooLarge();
      found.set(name, unpacked);
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    if (error instanceof RangeError || (error as { code?: string }).code?.startsWith('Z_')) throw unreadable('The ZIP file is damaged.');
    throw error;
  }
  return found;
}

const tooLarge = () => unreadable('The ZIP file unpacks to more than 100 MB.');
