import { describe, expect, test } from 'vitest';
import { validEvilShapes } from '../../test/fields/evil-shapes.ts';
import { fc } from '../../test/seeded-fast-check.ts';
import type { Boundary, Position, Ring } from './field.ts';
import { pixelDegrees, simplifyBoundary } from './simplify-rules.ts';

const ring = (lng: number, lat: number, radius: number, points: number): Position[] => {
  const around = Array.from({ length: points }, (_, n): Position => {
    const angle = (n / points) * 2 * Math.PI;
    return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  return [...around, around[0] as Position];
};
const pointsOf = ({ coordinates }: Boundary) => coordinates.flat(2).length;

test('when a boundary is simplified, then it has fewer points, and none is farther away than the tolerance', () => {
  const circle: Boundary = { type: 'Polygon', coordinates: [ring(105.4, 10.5, 0.01, 5000), ring(105.4, 10.5, 0.0001, 50)] };
  const simple = simplifyBoundary(circle, 0.0002);
  expect(pointsOf(simple)).toBeLessThan(40);
  expect(simple.coordinates).toHaveLength(1);
  for (const [lng, lat] of simple.coordinates[0] as Position[]) expect(Math.hypot(lng - 105.4, lat - 10.5)).toBeCloseTo(0.01, 4);
});

test('when a part is smaller than the tolerance, then it is a box, and rings stay closed', () => {
  const parts: Boundary = { type: 'MultiPolygon', coordinates: [[ring(105, 10, 0.001, 40)], [ring(106, 10, 1, 4)]] };
  const simple = simplifyBoundary(parts, 0.01);
  expect(simple.coordinates.map(([outer]) => (outer as Position[]).length)).toEqual([5, 5]);
  for (const [outer] of simple.coordinates as Position[][][]) expect(outer?.[0]).toEqual(outer?.at(-1));
});

test('when the map is zoomed in by one, then a pixel is half as large', () => {
  expect(pixelDegrees(0)).toBeCloseTo(360 / 256, 9);
  expect(pixelDegrees(15)).toBeCloseTo(pixelDegrees(14) / 2, 12);
});

const distance = ([x, y]: Position, [x1, y1]: Position, [x2, y2]: Position) => {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
};

/** Douglas and Peucker, without a limit of the work. */
function simplifySlowly(points: Ring, tolerance: number): Ring {
  const [first, last] = [points[0] as Position, points.at(-1) as Position];
  let [farthest, at] = [tolerance, -1];
  for (const [index, point] of points.entries()) {
    const away = distance(point, first, last);
    if (away > farthest) [farthest, at] = [away, index];
  }
  if (at === -1) return [first, last];
  return [...simplifySlowly(points.slice(0, at + 1), tolerance).slice(0, -1), ...simplifySlowly(points.slice(at), tolerance)];
}

test('when a boundary is like a field, then the same points are left out as without a limit of the work', () => {
  const radii = fc.array(fc.double({ min: 0.002, max: 0.003, noNaN: true }), { minLength: 8, maxLength: 300 });
  fc.assert(
    fc.property(radii, fc.constantFrom(0.00001, 0.0001, 0.0005), (some, tolerance) => {
      const around = some.map((radius, n): Position => {
        const angle = (2 * Math.PI * n) / some.length;
        return [105 + radius * Math.cos(angle), 10 + radius * Math.sin(angle)];
      });
      const outer = [...around, around[0] as Position];
      const { coordinates } = simplifyBoundary({ type: 'Polygon', coordinates: [outer] }, tolerance) as Extract<
        Boundary,
        { type: 'Polygon' }
      >;
      const expected = simplifySlowly(outer, tolerance);
      expect(coordinates[0]).toHaveLength(expected.length);
      // Rounded to the digits that fit the tolerance.
      for (const [at, [x, y]] of expected.entries())
        expect(distance([x, y], coordinates[0]?.[at] as Position, coordinates[0]?.[at] as Position)).toBeLessThan(tolerance / 5);
    }),
    { numRuns: 300 },
  );
});

describe('boundaries that make slow algorithms slow', () => {
  // Dividing at the farthest point alone took 28 to 36 s for six combs of 9,900 points; this bound is for a machine with much other work.
  const limitMs = 2000;

  test.each(Object.entries(validEvilShapes))(
    'when a boundary is a %s, then it is simplified in a short time, within the tolerance',
    (_, make) => {
      const boundary = make(18_000) as Boundary;
      const before = process.cpuUsage();
      for (const tolerance of [1e-7, 1e-5, 1e-4]) simplifyBoundary(boundary, tolerance);
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(limitMs);
      const small = make(600) as Boundary;
      if (small.type !== 'Polygon') return;
      const tolerance = 3e-4;
      const { coordinates } = simplifyBoundary(small, tolerance) as typeof small;
      const edges = coordinates.flatMap((points) => points.slice(1).map((b, n) => [points[n], b] as [Position, Position]));
      for (const point of small.coordinates[0] ?? [])
        expect(Math.min(...edges.map(([a, b]) => distance(point, a, b)))).toBeLessThan(tolerance * 1.1);
    },
  );
});
