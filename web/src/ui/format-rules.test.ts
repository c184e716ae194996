import { expect, test } from 'vitest';
import type { Company } from '../api/company.tsx';
import { makeFormat } from './format-rules.ts';

const company = { currency: 'VND', currencyDigits: 0, areaUnit: 'decare', timeZone: 'Asia/Ho_Chi_Minh', today: '2026-11-15' } as Company;
const format = makeFormat('en', company);
/** Versions of ICU differ in the width of the spaces. */
const dateRange = (from: string, to: string) => format.dateRange(from, to).replace(/\s/g, ' ');

test('dates within half a year have no year', () => {
  expect(format.date('2026-11-17')).toBe('Tue 17 Nov');
  expect(format.date('2027-01-08')).toBe('Fri 8 Jan');
  expect(dateRange('2026-11-15', '2026-11-21')).toBe('15 – 21 Nov');
  expect(format.moment('2026-11-14T23:30:00Z')).toBe('15 Nov, 06:30');
});

test('dates further away have their year', () => {
  expect(format.date('2025-11-17')).toBe('Mon, 17 Nov 2025');
  expect(dateRange('2025-11-15', '2026-11-21')).toBe('15 Nov 2025 – 21 Nov 2026');
  expect(format.moment('2025-12-31T17:30:00Z')).toBe('1 Jan 2026, 00:30');
  expect(makeFormat('vi', company).date('2025-11-17')).toBe('Thứ 2, 17 thg 11, 2025');
});

test('the date of a timestamp is that of the company, not of UTC', () => {
  expect(format.dateOf('2026-11-14T16:59:59Z')).toBe('2026-11-14');
  expect(format.dateOf('2026-11-14T23:30:00Z')).toBe('2026-11-15');
});

test('a month is written as a heading', () => {
  expect(format.month('2027-10')).toBe('October 2027');
  expect(makeFormat('vi', company).month('2027-10')).toBe('Tháng 10 năm 2027');
});
