import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const night = { quietFrom: '21:00', quietTo: '05:00' };

test.each([
  ['2026-11-15T14:00:00Z', night, '2026-11-15T22:00:00.000Z'],
  ['2026-11-15T13:59:59Z', night, undefined],
  ['2026-11-15T21:59:59Z', night, '2026-11-15T22:00:00.000Z'],
  ['2026-11-15T22:00:00Z', night, undefined],
  ['2026-11-15T05:30:00Z', { quietFrom: '12:00', quietTo: '13:30' }, '2026-11-15T06:30:00.000Z'],
  ['2026-11-15T06:30:00Z', { quietFrom: '12:00', quietTo: '13:30' }, undefined],
  ['2026-11-15T05:00:00Z', { quietFrom: '12:00', quietTo: '12:00' }, undefined],
])('when it is %s with the quiet hours %j, then they end at %s', (now, hours, expected) => {
  expect(quietUntil(new Date(now), 'Asia/Ho_Chi_Minh', hours)?.toISOString()).toBe(expected);
});

test('when clocks are set forward in the quiet hours, then they end at the same local time', () => {
  expect(quietUntil(new Date('2026-03-28T23:30:00Z'), 'Europe/Berlin', night)?.toISOString()).toBe('2026-03-29T03:00:00.000Z');
});
