import { expect, test } from 'vitest';
import { translateMessage, withLocalDates } from './service-messages.ts';

test.each([
  ['2026-11-20 at 06:00 has just been taken.', '20 Nov 2026 at 06:00 has just been taken.', '20/11/2026 at 06:00 has just been taken.'],
  ['from 2026-01-02 to 2026-12-31', 'from 2 Jan 2026 to 31 Dec 2026', 'from 02/01/2026 to 31/12/2026'],
  ['2026-02-30 is no date', '2026-02-30 is no date', '2026-02-30 is no date'],
  ['at 2026-11-20T06:00:00Z', 'at 2026-11-20T06:00:00Z', 'at 2026-11-20T06:00:00Z'],
  ['invoice I-2026-000001', 'invoice I-2026-000001', 'invoice I-2026-000001'],
])('when a message is %j, then it is %j in English and %j in Vietnamese', (message, en, vi) => {
  expect([withLocalDates('en', message), withLocalDates('vi', message)]).toEqual([en, vi]);
});

test('when a part of a message is unknown, then a template with other parts is used, or none', () => {
  const words = { 'A {} B': 'x {} y', 'A {}': 'z {}' };
  expect(translateMessage(words, 'A 1 B', (part) => part)).toBe('x 1 y');
  expect(translateMessage(words, 'A 1 B', (part) => (part === '1' ? undefined : part))).toBe('z 1 B');
  expect(translateMessage(words, 'A 1', () => undefined)).toBeUndefined();
});
