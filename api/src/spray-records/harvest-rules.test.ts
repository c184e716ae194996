import { expect, test } from 'vitest';
import { isHarvestTooEarly, isSprayTooLate } from './harvest-rules.ts';

const facts = { harvestDate: '2026-12-01', harvestFrom: '2026-12-01', lastPreHarvestDays: 14 };

test('when the harvest is planned on the first allowed date, then it is not too early; the day before it is', () => {
  expect(isHarvestTooEarly(facts)).toBe(false);
  expect(isHarvestTooEarly({ ...facts, harvestDate: '2026-11-30' })).toBe(true);
  expect(isHarvestTooEarly({ ...facts, harvestDate: null })).toBe(false);
  expect(isHarvestTooEarly({ ...facts, harvestFrom: null })).toBe(false);
});

test.each([
  ['2026-11-17', 14, false],
  ['2026-11-18', 14, true],
  ['2026-12-01', 14, true],
  ['2026-12-02', 14, false],
  ['2026-11-30', null, false],
  ['2026-12-01', null, true],
])('when a spray is booked on %s with %s days to the harvest, then too late is %s', (date, lastPreHarvestDays, isLate) => {
  expect(isSprayTooLate({ ...facts, lastPreHarvestDays }, date)).toBe(isLate);
  expect(isSprayTooLate({ ...facts, harvestDate: null, lastPreHarvestDays }, date)).toBe(false);
});
