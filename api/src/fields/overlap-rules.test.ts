import { describe, expect, test } from 'vitest';
import { type Shape, shifted, validEvilShapes } from '../../test/fields/evil-shapes.ts';
import { fc } from '../../test/seeded-fast-check.ts';
import { isWithin, polygonsOf } from './boundary-rules.ts';
import type { Boundary, Position, Ring } from './field.ts';
import { overlaps } from './overlap-rules.ts';

const polygon = (...rings: Ring[]): Boundary => ({ type: 'Polygon', coordinates: rings });
const closed = (points: Position[]): Ring => [...points, points[0] as Position];

const side = (a: Position, b: Position, c: Position) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const edgesOf = (boundary: Boundary) =>
  polygonsOf(boundary)
    .flat()
    .flatMap((ring) => ring.slice(1).map((b, n) => [ring[n] as Position, b] as const));

/** Compares each edge with each edge, and each point with the other boundary. Right if no point is on the other boundary. */
function overlapsSlowly(one: Boundary, two: Boundary): boolean {
  const isCrossed = edgesOf(one).some(([a, b]) =>
    edgesOf(two).some(([c, d]) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0),
  );
  const hasPointIn = (from: Boundary, to: Boundary) => edgesOf(from).some(([point]) => isWithin(point, to));
  return isCrossed || hasPointIn(one, two) || hasPointIn(two, one);
}

test('when boundaries are random stars with holes, then they overlap where a comparison of all edges says so', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const star = fc
    .record({ x: number(0, 4), y: number(0, 4), radii: fc.array(number(0.3, 2), { minLength: 3, maxLength: 9 }), hasHole: fc.boolean() })
    .map(({ x, y, radii, hasHole }) => {
      const around = (share: number) =>
        closed(
          radii.map((radius, n): Position => {
            const angle = (2 * Math.PI * (n + 0.1)) / radii.length;
            return [x + share * radius * Math.cos(angle), y + share * radius * Math.sin(angle)];
          }),
        );
      return hasHole ? polygon(around(1), around(0.9)) : polygon(around(1));
    });
  const counts = { true: 0, false: 0 };
  fc.assert(
    fc.property(star, star, (one, two) => {
      const expected = overlapsSlowly(one, two);
      counts[`${expected}`]++;
      expect(overlaps(one, two)).toBe(expected);
      expect(overlaps(two, one)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(counts.true, counts.false)).toBeGreaterThan(100);
});

test('when boundaries run along lines of a grid, then they overlap if they have a square in common', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
  const columns = fc.record({ heights, x: fc.integer({ min: 0, max: 4 }), y: fc.integer({ min: 0, max: 4 }), isHanging: fc.boolean() });
  type Columns = typeof columns extends fc.Arbitrary<infer T> ? T : never;
  const toBoundary = ({ heights, x, y, isHanging }: Columns) => {
    const top = heights.flatMap((height, n): Position[] => [
      [n, height],
      [n + 1, height],
    ]);
    const ring = closed([...top, [heights.length, 0], [0, 0]]);
    const flat = ring.filter(([px, py], n) => px !== ring[n - 1]?.[0] || py !== ring[n - 1]?.[1]);
    return polygon(flat.map(([px, py]) => [x + px, isHanging ? y - py : y + py]));
  };
  const squares = ({ heights, x, y, isHanging }: Columns) =>
    heights.flatMap((height, n) => Array.from({ length: height }, (_, k) => `${x + n},${isHanging ? y - 1 - k : y + k}`));
  fc.assert(
    fc.property(columns, columns, (one, two) => {
      const other = new Set(squares(two));
      expect(overlaps(toBoundary(one), toBoundary(two))).toBe(squares(one).some((square) => other.has(square)));
    }),
    { numRuns: 2000 },
  );
});

test('when plots lie between the same two lines and share half their ground, then they overlap, whatever the slope of the lines', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const lines = fc.record({
    ...{ x: number(105, 106), y: number(10, 11), angle: number(0, 2 * Math.PI), width: number(0.0005, 0.01), slant: number(-0.5, 0.5) },
    digits: fc.constantFrom(5, 6, 7, 15),
    start: fc.nat(3),
    isReversed: fc.boolean(),
  });
  fc.assert(
    fc.property(lines, ({ x, y, angle, width, slant, digits, start, isReversed }) => {
      const at = (along: number, across: number): Position => {
        const [u, v] = [width * (along + slant * across), width * across];
        const turned = [x + u * Math.cos(angle) - v * Math.sin(angle), y + u * Math.sin(angle) + v * Math.cos(angle)];
        return turned.map((degrees) => Number(degrees.toFixed(digits))) as unknown as Position;
      };
      const plot = (from: number, to: number) => {
        const corners = [at(from, 0), at(to, 0), at(to, 1), at(from, 1)];
        const turned = [...corners.slice(start), ...corners.slice(0, start)];
        return polygon(closed(isReversed ? turned.reverse() : turned));
      };
      for (const [from, to] of [
        [0.5, 1.5],
        [0, 0.5],
        [0.25, 0.75],
        [0, 1],
      ] as const) {
        expect(overlaps(plot(0, 1), plot(from, to))).toBe(true);
        expect(overlaps(plot(from, to), plot(0, 1))).toBe(true);
      }
      expect(overlaps(plot(0, 1), plot(1.1, 2))).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

describe('boundaries that make slow algorithms slow', () => {
  const points = 5000;
  // Comparing each point with each edge took 135 s for four circles of 20,000 points; this bound is for a machine with much other work.
  const limitMs = 10_000;
  const cpuMs = (work: () => void) => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1000;
  };
  const mirrored = ({ type, coordinates }: Shape): Boundary => {
    const mirror = (value: unknown): unknown =>
      Array.isArray(value) && typeof value[0] === 'number' ? [210.8 - value[0], value[1]] : (value as unknown[]).map(mirror);
    return { type, coordinates: mirror(coordinates) } as Boundary;
  };

  test.each(Object.entries(validEvilShapes))('when two boundaries are a %s, then they are compared in a short time', (_, make) => {
    const shape = make(points);
    const boundary = shape as Boundary;
    const time = cpuMs(() => {
      expect(overlaps(boundary, boundary)).toBe(true);
      // Their boxes have a narrow or a wide part in common.
      overlaps(boundary, mirrored(shape));
      for (const shift of [0.0001, 0.01, 0.0199]) overlaps(boundary, shifted(shape, shift, 0) as Boundary);
      expect(overlaps(boundary, shifted(shape, 0.03, 0) as Boundary)).toBe(false);
    });
    expect(time).toBeLessThan(limitMs);
  });
});
