import { expect, test } from 'vitest';
import { amountErrors } from './amount-rules.ts';

test.each([
  [375000, 'VND', 0, true],
  [0, 'VND', 0, true],
  [1e12, 'VND', 0, true],
  [375000.5, 'VND', 0, false],
  [1e-7, 'VND', 0, false],
  [12.5, 'EUR', 2, true],
  [12.05, 'EUR', 2, true],
  [12.005, 'EUR', 2, false],
  [1e-7, 'EUR', 2, false],
  [0.001, 'KWD', 3, true],
])('when %d %s is entered, then it is accepted only with at most %d decimals', (amount, _, currencyDigits, accepted) => {
  const errors = amountErrors('cashReceived', amount, currencyDigits);
  expect(errors.map(({ path }) => path)).toEqual(accepted ? [] : ['cashReceived']);
});
