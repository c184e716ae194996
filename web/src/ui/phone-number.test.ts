import { expect, test } from 'vitest';
import { formatPhone } from './phone-number.ts';

test.each([
  ['0901234561', '0901 234 561'],
  ['0901 234 561', '0901 234 561'],
  ['090.123.4561', '0901 234 561'],
  ['02963123456', '0296 312 3456'],
  ['+84901234561', '+84 901 234 561'],
  ['+84 (0) 901 234 561', '+84 (0) 901 234 561'],
  ['+4915112345678', '+4915112345678'],
  ['1900 1234', '1900 1234'],
  ['', ''],
])('the phone number "%s" is shown as "%s"', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});
