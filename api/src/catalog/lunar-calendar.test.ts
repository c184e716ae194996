import { describe, expect, test } from 'vitest';
import { addDays } from '../platform/time/clock.ts';
import { lunarYearName, toLunar } from './lunar-calendar.ts';

describe('toLunar', () => {
  test.each([
    // Years in which Vietnam and China had different new year dates: the Vietnamese dates.
    ['1968-01-29', 1968],
    ['1969-02-16', 1969],
    ['1985-01-21', 1985],
    ['2007-02-17', 2007],
    ['2030-02-02', 2030],
    ['2000-02-05', 2000],
    ['2020-01-25', 2020],
    ['2021-02-12', 2021],
    ['2022-02-01', 2022],
    ['2023-01-22', 2023],
    ['2024-02-10', 2024],
    ['2025-01-29', 2025],
    ['2026-02-17', 2026],
    ['2027-02-06', 2027],
    ['2028-01-26', 2028],
    ['2029-02-13', 2029],
  ])('when the date is %s, then it is Tết of %i, and the previous day is the last of month 12', (date, year) => {
    expect(toLunar(date)).toEqual({ day: 1, month: 1, leap: false, year });
    const eve = toLunar(addDays(date, -1));
    expect([eve.month, eve.leap, eve.year]).toEqual([12, false, year - 1]);
    expect([29, 30]).toContain(eve.day);
  });

  test.each([
    ['2019-09-13', 2019],
    ['2020-10-01', 2020],
    ['2021-09-21', 2021],
    ['2022-09-10', 2022],
    ['2023-09-29', 2023],
    ['2024-09-17', 2024],
    ['2025-10-06', 2025],
    ['2026-09-25', 2026],
  ])('when the date is %s, then it is the mid-autumn festival, 15/8', (date, year) => {
    expect(toLunar(date)).toEqual({ day: 15, month: 8, leap: false, year });
  });

  test.each([
    [1985, 2, '1985-03-21'], // China had its leap month before that solstice, in 1984
    [1987, 7, '1987-08-24'],
    [2014, 9, '2014-10-24'],
    [2017, 6, '2017-07-23'],
    [2020, 4, '2020-05-23'],
    [2023, 2, '2023-03-22'],
    [2025, 6, '2025-07-25'],
    [2028, 5, '2028-06-23'],
    [2033, 11, '2033-12-22'],
  ])('when a year has a leap month, as %i has a second month %i, then that month begins on %s', (year, month, date) => {
    expect(toLunar(date)).toEqual({ day: 1, month, leap: true, year });
    expect(toLunar(addDays(date, -1))).toMatchObject({ month, leap: false });
    expect(toLunar(addDays(date, 30))).toMatchObject({ month: (month % 12) + 1, leap: false });
  });

  test('when a year has no leap month, then none of its days is in a leap month', () => {
    for (const year of [2021, 2022, 2024, 2026, 2027])
      for (let date = `${year}-02-20`; date < `${year + 1}-01-20`; date = addDays(date, 1)) expect(toLunar(date).leap).toBe(false);
  });

  test('when one day passes, then the lunar day increases by one, or a month of 29 or 30 days ends', () => {
    const wrong: string[] = [];
    let today = toLunar('1968-01-29');
    for (let date = '1968-01-30'; date < '2100-01-01'; date = addDays(date, 1)) {
      const next = toLunar(date);
      const { day, month, year, leap } = next;
      const isNextDay = day === today.day + 1 && day <= 30 && month === today.month && year === today.year && leap === today.leap;
      const [monthAfter, yearAfter] = today.month === 12 ? [1, today.year + 1] : [today.month + 1, today.year];
      const follows = leap ? month === today.month && year === today.year : month === monthAfter && year === yearAfter;
      if (!isNextDay && !(day === 1 && today.day >= 29 && follows)) wrong.push(date);
      today = next;
    }
    expect(wrong).toEqual([]);
  }, 30_000);
});

test('when a lunar year is named, then the name follows the sixty-year cycle', () => {
  expect([1968, 1984, 2023, 2024, 2026].map(lunarYearName)).toEqual(['Mậu Thân', 'Giáp Tý', 'Quý Mão', 'Giáp Thìn', 'Bính Ngọ']);
});
