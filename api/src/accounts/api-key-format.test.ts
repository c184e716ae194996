import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { hasValidChecksum, hintOf, looksLikeApiKey, newApiKey } from './api-key-format.ts';

test('when a key is made, then it has the prefix, 38 letters and digits, and a valid checksum', () => {
  const keys = Array.from({ length: 200 }, () => newApiKey((below) => randomInt(below)));
  for (const key of keys) {
    expect(key).toMatch(/^swath_[0-9A-Za-z]{38}$/);
    expect(looksLikeApiKey(key)).toBe(true);
    expect(hasValidChecksum(key)).toBe(true);
    expect(key.startsWith(hintOf(key))).toBe(true);
    expect(hintOf(key)).toHaveLength(10);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test('when any one character of a key is changed, then its checksum is wrong', () => {
  const key = newApiKey((below) => randomInt(below));
  for (let at = 'swath_'.length; at < key.length; at++) {
    const other = key[at] === 'a' ? 'b' : 'a';
    expect(hasValidChecksum(`${key.slice(0, at)}${other}${key.slice(at + 1)}`)).toBe(false);
  }
});

test.each(['', 'swath_', `swath_${'a'.repeat(37)}`, `swath_${'a'.repeat(39)}`, `Swath_${'a'.repeat(38)}`, `swath_${'-'.repeat(38)}`])(
  'when a token is "%s", then it is not taken for a key',
  (token) => {
    expect(looksLikeApiKey(token)).toBe(false);
  },
);
