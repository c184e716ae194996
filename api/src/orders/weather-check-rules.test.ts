import { expect, test } from 'vitest';
import { dueWeatherCheck } from './weather-check-rules.ts';

const times = { eveningCheck: '18:00', morningCheckMinutes: 60 };

test.each([
  ['02:59', '04:00', undefined],
  ['03:00', '04:00', 'morning'],
  ['17:59', '04:00', 'morning'],
  ['18:00', '04:00', 'evening'],
  ['23:59', '04:00', 'evening'],
  ['00:00', '00:30', 'morning'],
  ['12:00', undefined, undefined],
  ['18:00', undefined, 'evening'],
])('when it is %s and the first session begins at %s, then %s is due', (time, first, due) =>
  expect(dueWeatherCheck(time, first, times)).toBe(due),
);
