import { expect, test } from 'vitest';
import { firstDayOf, weekOf } from './availability-rules.ts';

test.each([
  ['2026-11-10', 0, '2026-11-15'],
  ['2026-11-15', 0, '2026-11-15'],
  ['2026-11-21', 0, '2026-11-15'],
  ['2026-11-22', 1, '2026-11-22'],
  ['2026-12-03', 2, '2026-11-29'],
])('when today is 2026-11-15, then the table of times shows %s in week %i, which starts on %s', (date, week, firstDay) => {
  expect(weekOf(date, '2026-11-15')).toBe(week);
  expect(firstDayOf(week, '2026-11-15')).toBe(firstDay);
});
