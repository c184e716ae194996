import { expect, test } from 'vitest';
import { parseCsv } from './csv-text-rules.ts';

const limits = { rows: 3, columns: 3 };

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\n"1;""2""";3',
    [
      ['a', 'b'],
      ['1;"2"', '3'],
    ],
  ],
  [
    'a\tb\n"x\ny"\tz',
    [
      ['a', 'b'],
      ['x\ny', 'z'],
    ],
  ],
  ['', []],
  ['1,2,3,4', undefined],
  ['1\n2\n3\n4', undefined],
  ['"never closed', [['never closed']]],
])('when the text is %j, then the rows are %j', (text, rows) => {
  expect(parseCsv(text, limits)).toEqual(rows);
});
