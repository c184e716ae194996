import { expect, test } from 'vitest';
import { hectaresOf, totalOf } from './mix-rules.ts';

test('when the unit of area is known, then it is converted to hectares; otherwise there are no totals', () => {
  expect([hectaresOf(15, 1000), hectaresOf(2, 10_000), hectaresOf(3, null)]).toEqual([1.5, 2, undefined]);
});

test('when a total is large, then it is in the larger unit', () => {
  expect(totalOf(0.4, 'l/ha', 1.5)).toEqual({ amount: 0.6, unit: 'l' });
  expect(totalOf(300, 'ml/ha', 3)).toEqual({ amount: 900, unit: 'ml' });
  expect(totalOf(300, 'ml/ha', 4)).toEqual({ amount: 1.2, unit: 'l' });
  expect(totalOf(500, 'g/ha', 2)).toEqual({ amount: 1, unit: 'kg' });
});
