import { expect, test } from 'vitest';
import { isFarOff } from './far-off-rules.ts';

test.each([
  [45, 45_000, true],
  [450, 45_000, true],
  [451, 45_000, false],
  [45_000, 45, true],
  [4_500_000, 45_000, true],
  [4_499_999, 45_000, false],
  [45_000, 45_000, false],
  [0, 45_000, false],
  [45, 0, false],
  [45, undefined, false],
])('%s after %s: far off is %s', (amount, last, expected) => {
  expect(isFarOff(amount, last)).toBe(expected);
});
