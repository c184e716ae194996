import { expect, test } from 'vitest';
import { comparePlaces } from './place.ts';

test('when places are sorted, then the lock order is by date and then by session id', () => {
  const sorted = [
    { date: '2026-11-20', sessionId: '9' },
    { date: '2026-11-20', sessionId: '10' },
    { date: '2026-11-20', sessionId: '9223372036854775807' },
    { date: '2026-12-01', sessionId: '1' },
  ];
  expect(sorted.toReversed().toSorted(comparePlaces)).toEqual(sorted);
  expect(comparePlaces({ date: '2026-11-20', sessionId: '9' }, { date: '2026-11-20', sessionId: '9' })).toBe(0);
});
