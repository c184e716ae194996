import { expect, test } from 'vitest';
import { calendarText, eventStatusOf, windowOf } from './calendar-rules.ts';

test.each([
  ['pending', 'TENTATIVE'],
  ['confirmed', 'CONFIRMED'],
  ['assigned', 'CONFIRMED'],
  ['in_progress', 'CONFIRMED'],
  ['completed', 'CONFIRMED'],
  ['cancelled', 'CANCELLED'],
] as const)('when an order is %s, then its event is %s', (status, expected) => {
  expect(eventStatusOf(status)).toBe(expected);
});

test('when a calendar is of a farmer or a sprayer, then it shows a year; of the office, two months', () => {
  expect([windowOf('farmer'), windowOf('sprayer')]).toEqual(Array(2).fill({ daysBefore: 30, daysAfter: 365 }));
  expect([windowOf('receptionist'), windowOf('admin')]).toEqual(Array(2).fill({ daysBefore: 7, daysAfter: 60 }));
});

test('when a text has control characters, then they become spaces, and line breaks stay', () => {
  expect(calendarText('a\u0000b\u0007c\td\ne\r\nf\u007f')).toBe('a b c d\ne\r\nf ');
});
