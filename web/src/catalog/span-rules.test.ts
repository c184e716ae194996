import { describe, expect, test } from 'vitest';
import { includesSlot } from './span-rules.ts';

describe('a range of dates', () => {
  const span = { from: '2026-11-17', to: '2026-11-18', sessions: [] };
  test.each([
    ['2026-11-16', false],
    ['2026-11-17', true],
    ['2026-11-18', true],
    ['2026-11-19', false],
  ])('when the range has whole days, then it includes %s: %s', (date, expected) => expect(includesSlot(span, date, 3)).toBe(expected));

  test('when the range has some sessions, then it excludes the others', () => {
    const some = { ...span, sessions: [{ id: 3 }] };
    expect([includesSlot(some, '2026-11-17', 3), includesSlot(some, '2026-11-17', 4)]).toEqual([true, false]);
  });
});
