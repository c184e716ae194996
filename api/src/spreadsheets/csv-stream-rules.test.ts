import { expect, test } from 'vitest';
import { separatorOf } from './csv-stream-rules.ts';

test.each([
  ['a comma', 'Name,Phone\nA;b,1\nC,2', ','],
  ['a semicolon, and decimal commas', 'Tên;Vĩ độ;Kinh độ\nA;10,5;105,4\nB;10,6;105,5\n', ';'],
  ['a semicolon, and commas in most cells', 'Họ tên;Đường, ấp;Điện thoại\nA;Ấp 1, tổ 2;1\nB;;2\nC;Ấp 3;3\n', ';'],
  ['a tab', 'Name\tCity\nA\tx, y\n', '\t'],
  ['a bar', '"a,b"|"c;d"\n"e,f"|"g,h"\n', '|'],
  ['nothing', 'Name\nA\n', ','],
])('when cells are separated by %s, then it is found', (_, text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});
