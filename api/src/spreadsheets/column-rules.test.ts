import { describe, expect, test } from 'vitest';
import { exportWords } from '../reports/export-words.ts';
import { columnTitles, guessColumns, plainText, sheetColumns, sheetKinds } from './column-rules.ts';
import { valueWords } from './value-word-rules.ts';

describe.each(sheetKinds)('the columns of %s', (kind) => {
  test.each(['en', 'vi'] as const)('when a file has the titles of our export in %s, then each is recognised', (language) => {
    const fields = sheetColumns[kind].map(({ field }) => field);
    expect(guessColumns(kind, columnTitles(kind, language))).toEqual(Object.fromEntries(fields.map((field, at) => [field, at])));
  });

  test('when a file has the titles without accents and in capitals, then each is recognised', () => {
    const titles = columnTitles(kind, 'vi').map((title) => plainText(title).toUpperCase());
    expect(Object.keys(guessColumns(kind, titles))).toHaveLength(titles.length);
  });

  test('when two columns have a title, then they are different', () => {
    for (const language of ['en', 'vi'] as const) expect(new Set(columnTitles(kind, language)).size).toBe(sheetColumns[kind].length);
  });
});

test.each([
  ['farmers', ['STT', 'Họ và tên', 'SĐT', 'Địa chỉ', 'Tỉnh/Thành'], { fullName: 1, phoneNumber: 2, street: 3, province: 4 }],
  ['farmers', ['Customer name', 'Mobile', 'E-mail address'], { fullName: 0, phoneNumber: 1, email: 2 }],
  ['orders', ['Ngày phun', 'Giờ', 'Khách hàng', 'SDT', 'Diện tích (ha)'], { date: 0, start: 1, farmer: 2, phoneNumber: 3, area: 4 }],
  ['orders', ['Số điện thoại của nông dân', 'Ngày'], { phoneNumber: 0, date: 1 }],
  ['staff', ['Nhân viên', 'Chức vụ', 'Bậc thợ'], { fullName: 0, role: 1, expertise: 2 }],
  ['farmers', ['', 'xyz'], {}],
] as const)('when a file of %s has the titles %j, then they are guessed', (kind, titles, columns) => {
  expect(guessColumns(kind, titles)).toEqual(columns);
});

test('the words of values are those of the exports', () => {
  for (const language of ['en', 'vi'] as const) {
    const { values } = exportWords[language];
    for (const list of ['paymentMethod', 'crop'] as const)
      for (const [value, word] of Object.entries(valueWords[language][list])) expect(values[value]).toBe(word);
  }
});
