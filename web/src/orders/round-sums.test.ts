import { describe, expect, it } from 'vitest';
import { roundSums } from './round-sums.ts';

describe('sums that people hand over', () => {
  it.each([
    [375_000, 0, [380_000, 400_000, 500_000]],
    [450_000, 0, [500_000]],
    [500_000, 0, []],
    [12.5, 2, [13, 15, 20]],
  ])('when the price is %d with %d digits, then %j are offered', (cost, digits, sums) => {
    expect(roundSums(cost, digits)).toEqual(sums);
  });
});
