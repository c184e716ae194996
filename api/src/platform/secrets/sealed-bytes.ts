import { type SecretBox, SecretUnreadable } from './secret-box.ts';

/** Sealed values begin with it, so that they differ from values of a version that stored them in clear, 32 random bytes. */
export const sealedMark = Buffer.from('swath sealed 1:');

export const isSealed = (stored: Buffer): boolean => stored.subarray(0, sealedMark.length).equals(sealedMark);

/** Bytes as they are stored. Without a box the service cannot store secrets encrypted. What is sealed already stays. */
export function sealBytes(box: SecretBox | undefined, name: string, bytes: Buffer): Buffer {
  if (box === undefined || isSealed(bytes)) return bytes;
  return Buffer.concat([sealedMark, box.seal(name, bytes.toString('hex'))]);
}

/** Throws if they were sealed with another key. */
export function openBytes(box: SecretBox | undefined, name: string, stored: Buffer): Buffer {
  if (!isSealed(stored)) return stored;
  if (box === undefined) throw new SecretUnreadable();
  return Buffer.from(box.open(name, stored.subarray(sealedMark.length)), 'hex');
}
