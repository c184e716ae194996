import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json-rules.ts';
import { firstHash, hashContent, hashLink } from './record-hash.ts';

test('when a link is hashed, then it is the hash of its canonical JSON', () => {
  const link = { sequence: 12, recordId: '9007199254740993', version: 2, contentHash: hashContent('{}'), previousHash: firstHash };
  expect(hashLink(link)).toBe(hashContent(canonicalJson(link)));
});
