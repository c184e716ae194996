import { expect, test } from 'vitest';
import { isStorableText, parseForeignJson, toStorableText } from './storable-text.ts';

test.each([
  ['Ruộng 🌾', 'Ruộng 🌾'],
  ['a\0b', 'ab'],
  ['half \ud83c', 'half \ufffd'],
  ['\udf3ehalf', '\ufffdhalf'],
])('when a text is %j, then it is stored as %j', (text, stored) => {
  expect([toStorableText(text), isStorableText(text)]).toEqual([stored, text === stored]);
});

test('when JSON of another system has such texts, then they are replaced at every depth', () => {
  expect(parseForeignJson('{"a":["\\u0000b",{"c":"\\ud83c"}],"d":7,"e":null}')).toEqual({ a: ['b', { c: '\ufffd' }], d: 7, e: null });
  expect(() => parseForeignJson('{')).toThrow();
});
