import { describe, expect, test } from 'vitest';
import { fc } from '../../../test/seeded-fast-check.ts';
import { addDays, datesBetween, isCalendarDate, wallTime } from './clock.ts';

describe('local time', () => {
  test.each([
    ['2026-11-15T02:00:00Z', 'Asia/Ho_Chi_Minh', '2026-11-15 09:00:00'],
    ['2026-11-15T16:59:59.999Z', 'Asia/Ho_Chi_Minh', '2026-11-15 23:59:59'],
    ['2026-11-15T17:00:00Z', 'Asia/Ho_Chi_Minh', '2026-11-16 00:00:00'],
    ['2026-12-31T17:00:00Z', 'Asia/Ho_Chi_Minh', '2027-01-01 00:00:00'],
    ['2028-02-28T17:00:00Z', 'Asia/Ho_Chi_Minh', '2028-02-29 00:00:00'],
    ['2026-01-05T00:00:00Z', 'UTC', '2026-01-05 00:00:00'],
    // The hour that is skipped in spring, and the hour that occurs twice in autumn.
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29 01:59:59'],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29 03:00:00'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00'],
    ['2026-03-08T06:59:59Z', 'America/New_York', '2026-03-08 01:59:59'],
    ['2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08 03:00:00'],
    ['2026-11-15T10:30:00Z', 'Pacific/Kiritimati', '2026-11-16 00:30:00'],
    ['2026-11-15T11:30:00Z', 'Pacific/Niue', '2026-11-15 00:30:00'],
    ['2026-11-15T18:15:00Z', 'Asia/Kathmandu', '2026-11-16 00:00:00'],
  ])('when it is %s in %s, then the local time is %s', (instant, zone, shown) => {
    const { date, time } = wallTime(new Date(instant), zone);
    expect(`${date} ${time}`).toBe(shown);
  });

  test('when time passes in Ho Chi Minh City, then local time is always UTC+7', () => {
    const instants = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (instant) => {
        const { date, time } = wallTime(instant, 'Asia/Ho_Chi_Minh');
        expect(`${date}T${time}`).toBe(new Date(instant.getTime() + 7 * 3_600_000).toISOString().slice(0, 19));
      }),
    );
  });
});

describe('calendar days', () => {
  test.each([
    ['2026-11-15', 0, '2026-11-15'],
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2027-11-15', 365, '2028-11-14'],
    ['2026-11-15', 365, '2027-11-15'],
    ['2028-03-01', -1, '2028-02-29'],
  ])('when %s moves by %i days, then it is %s', (date, days, result) => {
    expect(addDays(date, days)).toBe(result);
  });

  test('when days are added and subtracted again, then the date is the same', () => {
    const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, fc.integer({ min: -1000, max: 1000 }), (instant, days) => {
        const date = instant.toISOString().slice(0, 10);
        expect(addDays(addDays(date, days), -days)).toBe(date);
        expect(isCalendarDate(addDays(date, days))).toBe(true);
      }),
    );
  });

  test.each([
    ['2026-11-15', true],
    ['2028-02-29', true],
    ['2000-02-29', true],
    ['0001-01-01', true],
    ['9999-12-31', true],
    ['2027-02-29', false],
    ['1900-02-29', false],
    ['2026-02-30', false],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['2026-1-5', false],
    ['0000-01-01', false],
    ['20261115', false],
    ['2026-11-15T00:00:00Z', false],
    [' 2026-11-15', false],
    ['2026-11-15\n', false],
    ['', false],
  ])('when the text is "%s", then it is a valid date: %s', (text, real) => {
    expect(isCalendarDate(text)).toBe(real);
  });
});

test('lists the dates of a range', () => {
  expect(datesBetween('2026-12-30', '2027-01-02')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']);
  expect(datesBetween('9999-12-30', '9999-12-31')).toEqual(['9999-12-30', '9999-12-31']);
  expect(datesBetween('2027-01-02', '2027-01-01')).toEqual([]);
});

test('adds days beyond the last date that has four digits', () => {
  expect(addDays('9999-12-20', 16)).toBe('+010000-01');
  expect(addDays('9998-12-20', 16)).toBe('9999-01-05');
});
