import { expect, test } from 'vitest';
import { csvCell, csvFile } from './csv-rules.ts';

test.each([
  [null, ''],
  ['', '""'],
  ['fruit', '"fruit"'],
  ['lúa, bắp', '"lúa, bắp"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['375000', '"375000"'],
  ['-12.50', '"-12.50"'],
  ['-12.50.1', '"\'-12.50.1"'],
  ['=1+1', '"\'=1+1"'],
  ['+84 901', '"\'+84 901"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['  =1', '"\'  =1"'],
  ['＝1', '"\'＝1"'],
  ['a;=1+1', '"a;\'=1+1"'],
  ['a,@x', '"a,\'@x"'],
  ['a\t -x', '"a\t\' -x"'],
  ['a\n+1', '"a\n\'+1"'],
  ['a|=1', '"a|\'=1"'],
  ['a";"=1+1', '"a"";""\'=1+1"'],
  ['Long Xuyên - An Giang', '"Long Xuyên - An Giang"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])('when a cell is %j, then it is written as %j', (value, written) => {
  expect(csvCell(value)).toBe(written);
});

test('when a file is written, then it starts with a byte order mark and every line ends with CR LF', () => {
  expect(
    csvFile(
      ['crop', 'orders'],
      [
        ['rau', '2'],
        ['a,b', null],
      ],
    ),
  ).toBe('\ufeff"crop","orders"\r\n"rau","2"\r\n"a,b",\r\n');
});
