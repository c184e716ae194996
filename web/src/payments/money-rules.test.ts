import { expect, test } from 'vitest';
import { changeOf, sumOf } from './money-rules.ts';

test('when a currency has cents, then sums and change are exact', () => {
  expect(sumOf([0.1, 0.2, 1.15], 2)).toBe(1.45);
  expect(changeOf(0.3, 0.1, 2)).toBe(0.2);
});

test('when a currency has none, then whole amounts stay whole', () => {
  expect(sumOf([375_000, 30_000], 0)).toBe(405_000);
  expect(changeOf(400_000, 375_000, 0)).toBe(25_000);
});

test('when too little is given, then the change is below nothing', () => {
  expect(changeOf(300_000, 375_000, 0)).toBe(-75_000);
  expect(changeOf(0, 0, 2)).toBe(0);
  expect(sumOf([], 2)).toBe(0);
});
