import { describe, expect, test } from 'vitest';
import { checkLicensed, checkRegistered, dueReminder } from './licence-rules.ts';

describe('reminders', () => {
  test.each([
    ['2026-12-18', undefined],
    ['2026-12-17', 30],
    ['2026-11-25', 30],
    ['2026-11-24', 7],
    ['2026-11-19', 7],
    ['2026-11-18', 1],
    ['2026-11-17', 1],
    ['2026-11-16', undefined],
  ])('when something is valid until %s, then on 17 November the reminder %s is due', (validUntil, days) => {
    expect(dueReminder(validUntil, '2026-11-17')).toBe(days);
  });
});

describe('validity', () => {
  const drone = { model: 'A', registration: 'R', validUntil: '2026-11-17' };
  test('when the work is on the last valid day, then it is allowed; a day later it is not', () => {
    expect(() => checkRegistered(drone, '2026-11-17')).not.toThrow();
    expect(() => checkRegistered(drone, '2026-11-18')).toThrow(expect.objectContaining({ code: 'LICENCE_EXPIRED' }));
  });
  test('when someone has no licence, then all names are given', () => {
    expect(() => checkLicensed([])).not.toThrow();
    expect(() => checkLicensed(['An', 'Bình'])).toThrow(/An and Bình/);
  });
});
