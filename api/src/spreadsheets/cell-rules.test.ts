import { expect, test } from 'vitest';
import { areaUnitOfCell, areaUnitOfTitle, dateOrderOf, readArea, readDate, readNumber, readPhone, readTime } from './cell-rules.ts';
import { csvRowsOf } from './csv-stream-rules.ts';

const resultOf = (read: object) => ('value' in read ? read.value : undefined);

test.each([
  ['2026-11-17', 'dmy', '2026-11-17'],
  ['17/11/2026', 'dmy', '2026-11-17'],
  ['11/17/2026', 'mdy', '2026-11-17'],
  ['1.2.26', 'dmy', '2026-02-01'],
  ['17-11-2026 08:00', 'dmy', '2026-11-17'],
  ['46343', 'dmy', '2026-11-17'],
  ['46343.25', 'dmy', '2026-11-17'],
  ['31/02/2026', 'dmy', undefined],
  ['tomorrow', 'dmy', undefined],
] as const)('when a date is %s (%s), then it is %s', (text, order, date) => {
  expect(resultOf(readDate(text, order))).toBe(date);
});

test.each([
  ['13/01/2026', 'dmy'],
  ['01/13/2026', 'mdy'],
  ['03/04/2026', 'both'],
  ['04/04/2026', undefined],
  ['2026-03-04', undefined],
])('when a date is %s, then its order is %s', (text, order) => {
  expect(dateOrderOf(text)).toBe(order);
});

test.each([
  ['901234567', '0901234567'],
  ['0901.234.567', '0901 234 567'],
  ['(0901) 234-567', '0901 234 567'],
  ['84901234567', '+84901234567'],
  ['0084901234567', '+84901234567'],
  ['+84 901 234 567', '+84 901 234 567'],
  ['12', undefined],
  ['9.01E+08', undefined],
  ['=1+1', undefined],
])('when a phone number is %s, then it is %s', (text, phone) => {
  expect(resultOf(readPhone(text))).toBe(phone);
});

test.each([
  ['6:00', '06:00'],
  ['06:00:00', '06:00'],
  ['06:00:00 sáng', '06:00'],
  ['02:30:00 chiều', '14:30'],
  ['12:00 trưa', '12:00'],
  ['11 giờ trưa', '11:00'],
  ['1h trưa', '13:00'],
  ['12 giờ tối', '00:00'],
  ['12:00 tối', '00:00'],
  ['7 giờ tối', '19:00'],
  ['6h30', '06:30'],
  ['6 giờ', '06:00'],
  ['0.25', '06:00'],
  ['2 pm', '14:00'],
  ['06:00 - 08:00', '06:00'],
  ['25:00', undefined],
])('when a time is %s, then it is %s', (text, time) => {
  expect(resultOf(readTime(text))).toBe(time);
});

test.each([
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['1.234,5', 1234.5],
  ['1,234.5', 1234.5],
  ['1 234', 1234],
  ['1,234', undefined],
  ['0,125', 0.125],
  ['=1', undefined],
  ['', undefined],
])('when a number is %s, then it is %s', (text, number) => {
  expect(resultOf(readNumber(text))).toBe(number);
});

test('when a comma cannot separate thousands because the number would be too large, then it is a decimal comma', () => {
  expect([readNumber('105,471', 180), readNumber('-10,551', 90)]).toEqual([{ value: 105.471 }, { value: -10.551 }]);
  expect(readNumber('1,500', 10_000)).toHaveProperty('error');
});

const area = { companySizeM2: 1000, companyUnit: 'cong', unit: undefined, sizes: { sao: 360 } } as const;
test.each([
  ['12,5', 12.5],
  ['10 công', 10],
  ['1 ha', 10],
  ['10 sào', 3.6],
  ['500m²', 0.5],
  ['1 mẫu', undefined],
  ['3 steps', undefined],
])('when an area is %s, then it is %s công', (text, number) => {
  expect(resultOf(readArea(text, area))).toBe(number);
});

test('when a title or a cell names a unit, then it is found', () => {
  expect(['Diện tích (ha)', 'Số công', 'Area', 'Area [m2]'].map(areaUnitOfTitle)).toEqual(['ha', 'cong', undefined, 'm2']);
  expect(['12 công', '1,5 HA', '12', '3 x'].map(areaUnitOfCell)).toEqual(['cong', 'ha', undefined, undefined]);
});

test.each([
  [
    'a;b\r\n"1;""x"""\t;2',
    [
      ['a', 'b'],
      ['1;"x"\t', '2'],
    ],
  ],
  [
    'a,b\rc,',
    [
      ['a', 'b'],
      ['c', ''],
    ],
  ],
  ['"never closed', [['never closed']]],
  ['', []],
])('when a CSV file is %j, then its rows are %j', (text, rows) => {
  expect([...csvRowsOf(text)]).toEqual(rows);
});
