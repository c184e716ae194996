import { expect, test } from 'vitest';
import { changeOf, likelyAmounts } from './money-rules.ts';

test('when a currency has cents, then change is exact', () => {
  expect(changeOf(0.3, 0.1, 2)).toBe(0.2);
  expect(changeOf(1_000_000_000_000, 999_999_999_999.99, 2)).toBe(0.01);
});

test('when a currency has no decimals, then whole amounts stay whole', () => {
  expect(changeOf(400_000, 375_000, 0)).toBe(25_000);
});

test('when less than the amount due is given, then the change is negative', () => {
  expect(changeOf(300_000, 375_000, 0)).toBe(-75_000);
  expect(changeOf(0, 0, 2)).toBe(0);
});

test.each([
  [375_000, 0, [375_000, 400_000, 500_000]],
  [90_000, 0, [90_000, 100_000, 200_000]],
  [12.5, 2, [12.5, 15, 20]],
  [0.01, 2, [0.01, 0.02, 0.05]],
])('when %d is due with %d digits, then the exact amount and rounder amounts above it are offered', (due, digits, amounts) => {
  expect(likelyAmounts(due, digits)).toEqual(amounts);
});
