import { expect, test } from 'vitest';
import { multiplyDecimals } from './decimal-rules.ts';

test.each([
  ['0.1', '0.2', 1, 0.02],
  ['0.35', '12.5', 1, 4.375],
  ['12.5', '1000', 10_000, 1.25],
  ['1.005', '100', 1, 100.5],
  ['0.0000004', '1', 1, 0],
  ['0.0000005', '1', 1, 0.000001],
  ['1000000', '1000000', 1, 1e12],
  ['1e-7', '1000000', 1, 0.1],
])('when %s is multiplied by %s and divided by %s, then the result is %s', (a, b, divisor, product) => {
  expect(multiplyDecimals(a, b, divisor)).toBe(product);
});
