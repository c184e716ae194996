import { expect, test } from 'vitest';
import { isEmailOrNothing, isPhoneNumber } from './contact-rules.ts';

test.each([
  ['0901234561', true],
  [' 0901 234 561 ', true],
  ['+84 901 234 561', true],
  ['\u200e0901 234 561', true],
  ['02963 888 123', true],
  ['', false],
  ['0901 234', false],
  ['84901234561', false],
  ['0901-234-561', false],
  ['090123456123', false],
])('whether "%s" is a phone number: %s', (text, isValid) => {
  expect(isPhoneNumber(text)).toBe(isValid);
});

test.each([
  ['', true],
  ['  ', true],
  [' lua@swath.example ', true],
  ['lua@swath', false],
  ['lua swath@example.org', false],
  ['@swath.example', false],
])('whether "%s" is an e-mail address or nothing: %s', (text, isValid) => {
  expect(isEmailOrNothing(text)).toBe(isValid);
});
