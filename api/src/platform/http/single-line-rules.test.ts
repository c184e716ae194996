import { expect, test } from 'vitest';
import { singleLinePattern, toSingleLine } from './single-line-rules.ts';

const isSingleLine = (text: string) => new RegExp(singleLinePattern, 'u').test(text);

test.each(['Ruộng sau đình 🌾', '👩‍🌾 Lúa', 'Thửa 2 – “bờ Đông”', 'قطعة', '', 'a\u00a0b'])(
  'when a text is %j, then it is one line',
  (text) => {
    expect([isSingleLine(text), toSingleLine(text)]).toEqual([true, text]);
  },
);

test.each([
  ['a\nb', 'a b'],
  ['a\r\n b\t', 'a  b'],
  ['a\0b', 'a b'],
  ['a\u0085b', 'a b'],
  ['a\u2028b', 'a b'],
  ['a\u202eb\u2066c', 'a b c'],
  ['\u001b', ''],
])('when a text is %j, then it is not, and files have %j instead', (text, line) => {
  expect([isSingleLine(text), toSingleLine(text)]).toEqual([false, line]);
});
