import { expect, test } from 'vitest';
import { areaInUnit, areaUnitOf, isUnitChangeable, squareMetresOf, unitName, unitOfOrder } from './area-unit-rules.ts';

test.each([
  ['decare', 'decare', 1000],
  [' Decares ', 'decare', 1000],
  ['Công', 'cong', 1000],
  ['ha', 'hectare', 10_000],
  ['Hectares', 'hectare', 10_000],
  ['m²', 'm2', 1],
  ['acre', 'acre', 4046.8564224],
  ['sao_500', 'sao_500', 500],
])('when a unit is written %j, then it is %s with %d m²', (text, code, size) => {
  expect([areaUnitOf(text), squareMetresOf(text)]).toEqual([code, size]);
});

test.each(['sào', 'mẫu', 'rai', '', 'constructor'])('when a unit is written %j, then it is not known, or of several sizes', (text) => {
  expect(areaUnitOf(text)).toBeUndefined();
  expect(areaInUnit(1000, text)).toBeUndefined();
});

test.each([
  ['decare', 'cong', true, true],
  ['decare', 'dunam', true, true],
  ['decare', 'hectare', true, false],
  ['decare', 'hectare', false, true],
  ['cong', 'cong_1296', true, false],
  ['mẫu', 'mau_10000', true, true],
  ['rai', 'hectare', true, true],
] as const)('when the unit changes from %s to %s and there are areas: %s, then it is allowed: %s', (before, after, hasAreas, allowed) => {
  expect(isUnitChangeable(before, after, hasAreas)).toBe(allowed);
});

test('when an order has a unit of the list, then it keeps it; another text means the unit that the company has now', () => {
  expect(['decare', 'rai', null].map((stored) => unitOfOrder(stored, 'cong'))).toEqual(['decare', 'cong', 'cong']);
});

test('when a unit is written in a sentence, then it has its number and language', () => {
  expect([
    unitName('en', 'decare', 2),
    unitName('en', 'cong', 2),
    unitName('en', 'hectare'),
    unitName('vi', 'hectare', 2),
    unitName('en', 'rai', 2),
  ]).toEqual(['decares', 'công', 'hectare', 'ha', 'rai']);
});
