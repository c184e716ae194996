import { expect, test } from 'vitest';
import { intervalNote, intervalsOf } from './interval-rules.ts';

const finishedAt = new Date('2026-11-30T23:40:00.000Z');

test('when products have intervals, then the longest of each kind counts from the end of the work', () => {
  const products = [
    { reEntryHours: 12, preHarvestDays: 21 },
    { reEntryHours: 24, preHarvestDays: null },
  ];
  expect(intervalsOf(products, finishedAt, '2026-12-01')).toEqual({ reEntryAt: '2026-12-01T23:40:00.000Z', harvestFrom: '2026-12-22' });
});

test('when no label has an interval, then there is none', () => {
  expect(intervalsOf([{ reEntryHours: null, preHarvestDays: 0 }], finishedAt, '2026-12-01')).toEqual({
    reEntryAt: null,
    harvestFrom: null,
  });
  expect(intervalsOf([], finishedAt, '2026-12-01')).toEqual({ reEntryAt: null, harvestFrom: null });
});

test('when there are intervals, then the note of their event has local times', () => {
  const local = () => '2026-12-02T06:40:00';
  expect(intervalNote({ reEntryAt: '2026-12-01T23:40:00.000Z', harvestFrom: null }, local)).toBe('2026-12-02T06:40:00|');
  expect(intervalNote({ reEntryAt: null, harvestFrom: '2026-12-22' }, local)).toBe('|2026-12-22');
  expect(intervalNote({ reEntryAt: null, harvestFrom: null }, local)).toBeUndefined();
});
