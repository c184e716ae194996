import { expect, test } from 'vitest';
import { fc } from '../../test/seeded-fast-check.ts';
import { indexBoundaries, isSameBoundary } from './duplicate-rules.ts';

test('when a boundary is looked up, then the first same one is found that a comparison with all finds', () => {
  // Corners within a few tolerances of each other, at and across the borders of cells.
  const degrees = (from: number) => fc.integer({ min: -8, max: 8 }).map((step) => from + step * 0.0000025);
  const boundary = fc.record({
    areaM2: fc.constantFrom(10_000, 10_030, 10_060),
    extent: fc.record({ west: degrees(105), south: degrees(-10), east: degrees(105.001), north: degrees(0) }),
  });
  let found = 0;
  fc.assert(
    fc.property(fc.array(boundary, { minLength: 1, maxLength: 40 }), boundary, (stored, wanted) => {
      const expected = stored.find((one) => isSameBoundary(wanted, one));
      if (expected !== undefined) found++;
      expect(indexBoundaries(stored)(wanted)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(200);
});

test('when 5,000 boundaries are looked up among 20,000, then few are compared', () => {
  let compared = 0;
  const at = (n: number) => {
    const [west, south] = [105 + (n % 200) * 0.001, 10 + Math.floor(n / 200) * 0.001];
    return { areaM2: 10_000, extent: { west, south, east: west + 0.0009, north: south + 0.0009 } };
  };
  const stored = Array.from({ length: 20_000 }, (_, n) => ({
    extent: at(n).extent,
    get areaM2() {
      compared++;
      return 10_000;
    },
  }));
  const find = indexBoundaries(stored);
  for (let n = 0; n < 5000; n++) expect(find(at(n * 4))).toBe(stored[n * 4]);
  // The comparison of areas reads two.
  expect(compared).toBeLessThanOrEqual(3 * 5000);
});
