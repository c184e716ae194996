import { expect, test } from 'vitest';
import { expiryFault, isCardNumber, isCvc, slashedExpiry, spacedNumber } from './card-rules.ts';

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242 4', '4242 4'],
  ['42 42-42', '4242 42'],
  ['378282246310005', '3782 822463 10005'],
  ['', ''],
  ['no card', ''],
])('when %j is typed, then it is formatted as %j', (typed, shown) => {
  expect(spacedNumber(typed)).toBe(shown);
});

test.each([
  ['1', '1'],
  ['7', '07'],
  ['12', '12'],
  ['123', '12/3'],
  ['12/34', '12/34'],
  ['12345', '12/34'],
])('when %j is typed as the expiry date, then it is formatted as %j', (typed, shown) => {
  expect(slashedExpiry(typed)).toBe(shown);
});

test('when a digit of a card number is wrong, then the number is invalid', () => {
  for (const number of ['4242 4242 4242 4242', '5555555555554444', '378282246310005']) expect(isCardNumber(number)).toBe(true);
  for (const number of ['4242 4242 4242 4243', '4242 4242', '', '0'.repeat(20)]) expect(isCardNumber(number)).toBe(false);
});

test('when the month is over, then the card has expired', () => {
  expect(expiryFault('11/26', '2026-11-30')).toBeNull();
  expect(expiryFault('10/26', '2026-11-01')).toBe('expired');
  expect(expiryFault('13/30', '2026-11-01')).toBe('incomplete');
  expect(expiryFault('1/30', '2026-11-01')).toBe('incomplete');
});

test('when a security code has three or four digits, then it is valid', () => {
  expect(['123', '1234', '12', '12a', ''].map(isCvc)).toEqual([true, true, false, false, false]);
});
