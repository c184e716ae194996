import { crc32 } from 'node:zlib';

/** By this prefix and the checksum, secret scanners recognise a key: `swath_[0-9A-Za-z]{38}`. */
const prefix = 'swath_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
const hintLength = 4;

/** CRC-32 of the random part in base 62, as in the tokens of GitHub. */
function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let n = 0; n < checksumLength; n++) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

/** A new key. `pickIndex` returns a random index below its argument. */
export function newApiKey(pickIndex: (below: number) => number): string {
  const random = Array.from({ length: randomLength }, () => alphabet[pickIndex(alphabet.length)]).join('');
  return `${prefix}${random}${checksum(random)}`;
}

/** Whether a bearer token has the shape of an API key. Tokens of a sign-in are one character shorter. */
export const looksLikeApiKey = (token: string): boolean => shape.test(token);

/** False: mistyped or invented, so there is no need to look it up. */
export function hasValidChecksum(key: string): boolean {
  const random = key.slice(prefix.length, -checksumLength);
  return checksum(random) === key.slice(-checksumLength);
}

/** The first characters of a key, by which people recognise it. */
export const hintOf = (key: string): string => key.slice(0, prefix.length + hintLength);
