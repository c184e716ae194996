import { expect, test } from 'vitest';
import { phonePrefixes } from './account-rules.ts';

test.each([
  ['0901 234', ['0901234']],
  ['0901-234.561', ['0901234561']],
  ['+84 901', ['0901']],
  ['(+84) 901', ['0901']],
  ['+84 (0)901', ['0901']],
  ['901', ['0901']],
  ['84901', ['084901', '0901']],
  ['8484', ['084']],
  ['09', []],
  ['+84', []],
  ['', []],
])('when "%s" is typed, then it matches numbers that begin with %j', (typed, prefixes) => {
  expect(phonePrefixes(typed)).toEqual(prefixes);
});
