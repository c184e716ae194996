import { describe, expect, test } from 'vitest';
import { defaultThresholds, type LoadSample, nextLevel, priority, priorityOf, type SheddingLevel } from './load-shedding-rules.ts';

const calm: LoadSample = {
  loop: { waiting: 12, longestWaitMs: 3 },
  reads: { waiting: 4, longestWaitMs: 2 },
  writes: { waiting: 0, longestWaitMs: 0 },
};
const next = (level: SheddingLevel, sample: Partial<LoadSample>) => nextLevel(level, { ...calm, ...sample }, defaultThresholds);
const levels = (from: SheddingLevel, samples: Partial<LoadSample>[]) => {
  let level = from;
  return samples.map((sample) => {
    level = next(level, sample);
    return level;
  });
};

const overloads: Partial<LoadSample>[] = [
  { loop: { waiting: 300, longestWaitMs: 2000 } },
  { reads: { waiting: 300, longestWaitMs: 3000 } },
  { writes: { waiting: 300, longestWaitMs: 3000 } },
];

describe('shedding level', () => {
  test.each(overloads)('when %j lasts, then the level rises by one per sample and stays below writes', (sample) => {
    expect(levels(0, Array(6).fill(sample))).toEqual([1, 2, 3, 3, 3, 3]);
  });

  test('when the overload is over, then the level falls by one per sample', () => {
    expect(levels(3, Array(5).fill(calm))).toEqual([2, 1, 0, 0, 0]);
  });

  test.each([
    { loop: { waiting: 300, longestWaitMs: 1000 } },
    { reads: { waiting: 300, longestWaitMs: 1500 } },
    { writes: { waiting: 300, longestWaitMs: 2999 } },
  ])('when the load is between recovery and overload (%j), then the level does not change', (sample) =>
    expect(([0, 1, 2, 3] as SheddingLevel[]).map((level) => next(level, sample))).toEqual([0, 1, 2, 3]),
  );

  test.each([
    { loop: { waiting: 256, longestWaitMs: 9000 } },
    { reads: { waiting: 256, longestWaitMs: 9000 } },
    { writes: { waiting: 256, longestWaitMs: 9000 } },
    { reads: { waiting: 5000, longestWaitMs: 300 } },
    { writes: { waiting: 5000, longestWaitMs: 300 } },
    { loop: { waiting: 5000, longestWaitMs: 300 } },
  ])('when only the number or only the wait is high (%j), then all requests are accepted', (sample) => {
    expect(levels(0, Array(4).fill(sample))).toEqual([0, 0, 0, 0]);
  });

  test('when writes would time out in the queue, then writes are rejected as well, and accepted first on recovery', () => {
    const overWriteThreshold = { writes: { waiting: 1000, longestWaitMs: 8000 } };
    expect(levels(0, Array(5).fill(overWriteThreshold))).toEqual([1, 2, 3, 4, 4]);
    expect(levels(4, [{ writes: { waiting: 1000, longestWaitMs: 4000 } }])).toEqual([3]);
  });

  test('when the event loop was blocked once, then only expensive requests are rejected, for one sample', () => {
    expect(levels(0, [{ loop: { waiting: 400, longestWaitMs: 8000 } }, calm, calm])).toEqual([1, 0, 0]);
  });
});

describe('priority of a route', () => {
  const of = (path: string, more: object = {}) => priorityOf({ method: 'GET', path, tag: 'common', ...more });

  test.each([
    ['a report', of('/api/admin/figure'), priority.expensive],
    ['a table of a report', of('/api/admin/figure/week/', { paging: { sortable: [] } }), priority.expensive],
    ['an export', of('/api/admin/export', { contentType: 'text/csv' }), priority.expensive],
    ['a PDF', of('/api/farmer/order/{id}/invoice', { contentType: 'application/pdf' }), priority.expensive],
    ['a list', of('/api/farmer/order/', { paging: { sortable: [] } }), priority.list],
    ['one order', of('/api/farmer/order/{id}'), priority.single],
    ['the live stream', of('/api/common/notification/stream', { contentType: 'text/event-stream' }), priority.single],
    ['a booking', of('/api/farmer/order', { method: 'POST' }), priority.write],
    ['a GET that settles a payment', of('/api/farmer/order/{id}/payment-intent/{secret}', { writes: true }), priority.write],
    ['a health check', of('/api/health/ready', { tag: 'service' }), priority.essential],
    ['the OpenAPI document', of('/api/openapi.json', { tag: 'service' }), priority.single],
  ])('when the route is %s, then it has the expected priority', (_, found, expected) => expect(found).toBe(expected));
});
