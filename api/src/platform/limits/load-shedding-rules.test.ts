import { describe, expect, test } from 'vitest';
import { defaultBounds, type Level, type LoadSample, nextLevel, priorityOf, worth } from './load-shedding-rules.ts';

const calm: LoadSample = { loop: { waiting: 12, longest: 3 }, reads: { waiting: 4, longest: 2 }, writes: { waiting: 0, longest: 0 } };
const next = (level: Level, signs: Partial<LoadSample>) => nextLevel(level, { ...calm, ...signs }, defaultBounds);
const levels = (from: Level, signs: Partial<LoadSample>[]) => {
  let level = from;
  return signs.map((now) => {
    level = next(level, now);
    return level;
  });
};

const crowd: Partial<LoadSample>[] = [
  { loop: { waiting: 300, longest: 2000 } },
  { reads: { waiting: 300, longest: 3000 } },
  { writes: { waiting: 300, longest: 3000 } },
];

describe('how much is turned away', () => {
  test.each(crowd)('when %j lasts, then one kind after the other, but never what somebody does', (signs) => {
    expect(levels(0, Array(6).fill(signs))).toEqual([1, 2, 3, 3, 3, 3]);
  });

  test('when it is over, then one kind after the other is taken again', () => {
    expect(levels(3, Array(5).fill(calm))).toEqual([2, 1, 0, 0, 0]);
  });

  test.each([
    { loop: { waiting: 300, longest: 1000 } },
    { reads: { waiting: 300, longest: 1500 } },
    { writes: { waiting: 300, longest: 2999 } },
  ])('when it is half worked off (%j), then it stays as it is: neither more nor less', (signs) =>
    expect(([0, 1, 2, 3] as Level[]).map((level) => next(level, signs))).toEqual([0, 1, 2, 3]),
  );

  test.each([
    { loop: { waiting: 256, longest: 9000 } },
    { reads: { waiting: 256, longest: 9000 } },
    { writes: { waiting: 256, longest: 9000 } },
    { reads: { waiting: 5000, longest: 300 } },
    { writes: { waiting: 5000, longest: 300 } },
    { loop: { waiting: 5000, longest: 300 } },
  ])('when few wait long, or many for a moment (%j), then everything is taken', (signs) => {
    expect(levels(0, Array(4).fill(signs))).toEqual([0, 0, 0, 0]);
  });

  test('when a write would not get its turn in time, then writes are turned away, too, and first taken again', () => {
    const hopeless = { writes: { waiting: 1000, longest: 8000 } };
    expect(levels(0, Array(5).fill(hopeless))).toEqual([1, 2, 3, 4, 4]);
    expect(levels(4, [{ writes: { waiting: 1000, longest: 4000 } }])).toEqual([3]);
  });

  test('when the process was held up once in a crowd, then only what is dear is turned away, and not for long', () => {
    expect(levels(0, [{ loop: { waiting: 400, longest: 8000 } }, calm, calm])).toEqual([1, 0, 0]);
  });
});

describe('what is worth what', () => {
  const of = (path: string, more: object = {}) => priorityOf({ method: 'GET', path, tag: 'common', ...more });

  test.each([
    ['figures', of('/api/admin/figure'), worth.dear],
    ['a table of figures', of('/api/admin/figure/week/', { paging: { sortable: [] } }), worth.dear],
    ['an export', of('/api/admin/export', { contentType: 'text/csv' }), worth.dear],
    ['a PDF', of('/api/farmer/order/{id}/invoice', { contentType: 'application/pdf' }), worth.dear],
    ['a list', of('/api/farmer/order/', { paging: { sortable: [] } }), worth.list],
    ['one order', of('/api/farmer/order/{id}'), worth.single],
    ['the live stream', of('/api/common/notification/stream', { contentType: 'text/event-stream' }), worth.single],
    ['a booking', of('/api/farmer/order', { method: 'POST' }), worth.write],
    ['a question that settles a payment', of('/api/farmer/order/{id}/payment-intent/{secret}', { writes: true }), worth.write],
    ['a health check', of('/api/health/ready', { tag: 'service' }), worth.vital],
    ['the document', of('/api/openapi.json', { tag: 'service' }), worth.single],
  ])('when %s is asked for, then it is known how much it is worth', (_, found, expected) => expect(found).toBe(expected));
});
