import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json-rules.ts';

test('when keys are in any order, then the text has them in the order of their UTF-16 code units', () => {
  // The example of RFC 8785, section 3.2.3.
  const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: true })).toBe('{"a":true,"b":[{"c":null,"d":1}]}');
});

test('when a number has several spellings, then there is one text', () => {
  expect(canonicalJson([333333333.3333333, 4.5, 2e-3, 0.000000000000000000000000001, -0, 56.0])).toBe(
    '[333333333.3333333,4.5,0.002,1e-27,0,56]',
  );
});

test('when a value has no exact JSON, then it is refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, undefined, 1n, () => 1])
    expect(() => canonicalJson([value])).toThrow();
});

test('when a member is undefined, then it is left out', () => {
  expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
});
