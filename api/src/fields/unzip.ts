import { inflateRawSync } from 'node:zlib';
import { unreadable } from './import-errors.ts';
import { importLimits } from './import-limits.ts';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/** Files of a ZIP archive by name. The sizes that the archive declares are not trusted: it stops at the limit of unpacked bytes. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  let left = importLimits.unpackedBytes;
  try {
    const end = findEnd(file);
    let at = file.readUInt32LE(end + 16);
    for (let n = file.readUInt16LE(end + 10); n > 0; n--) {
      if (file.readUInt32LE(at) !== directoryEntry) throw unreadable('The ZIP file is damaged.');
      const [method, packedBytes] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)];
      const [nameBytes, extraBytes, commentBytes] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30), file.readUInt16LE(at + 32)];
      const header = file.readUInt32LE(at + 42);
      const name = file.toString('utf8', at + 46, at + 46 + nameBytes);
      const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
      at += 46 + nameBytes + extraBytes + commentBytes;
      if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
      if (start + packedBytes > file.length || (method !== 0 && method !== 8)) throw unreadable('The ZIP file is damaged.');
      const packed = file.subarray(start, start + packedBytes);
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

function findEnd(file: Buffer): number {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 65_557); at--) if (file.readUInt32LE(at) === endOfDirectory) return at;
  throw unreadable('The ZIP file is damaged or cut off.');
}
