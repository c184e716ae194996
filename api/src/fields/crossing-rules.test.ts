import { describe, expect, test } from 'vitest';
import { invalidEvilShapes, validEvilShapes } from '../../test/fields/evil-shapes.ts';
import { fc } from '../../test/seeded-fast-check.ts';
import { checkBoundary } from './boundary-rules.ts';
import { findRingFaults } from './crossing-rules.ts';
import type { Position, Ring } from './field.ts';

type Edge = [Position, Position];

const side = (a: Position, b: Position, c: Position) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const cross = ([a, b]: Edge, [c, d]: Edge) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
const isOn = (p: Position, [a, b]: Edge) =>
  side(a, b, p) === 0 &&
  [0, 1].every((axis) => (p[axis] as number) >= Math.min(a[axis] as number, b[axis] as number)) &&
  [0, 1].every((axis) => (p[axis] as number) <= Math.max(a[axis] as number, b[axis] as number));
const touch = (one: Edge, two: Edge) => one.some((p) => isOn(p, two)) || two.some((p) => isOn(p, one));
const foldsBack = (one: Edge, two: Edge) => {
  const [shared, p, q] = String(one[1]) === String(two[0]) ? [one[1], one[0], two[1]] : [one[0], one[1], two[0]];
  return side(shared, p, q) === 0 && (p[0] - shared[0]) * (q[0] - shared[0]) + (p[1] - shared[1]) * (q[1] - shared[1]) > 0;
};

/** Compares each edge with each other one. */
function hasCrossing(rings: readonly Ring[]): boolean {
  const edges = rings.flatMap((ring, at) => ring.slice(1).map((b, n) => ({ edge: [ring[n], b] as Edge, at, n, last: ring.length - 2 })));
  return edges.some((one, index) =>
    edges.slice(index + 1).some((two) => {
      if (one.at !== two.at) return cross(one.edge, two.edge);
      const gap = two.n - one.n;
      if (gap === 1 || gap === one.last) return foldsBack(one.edge, two.edge);
      return cross(one.edge, two.edge) || touch(one.edge, two.edge);
    }),
  );
}

const closed = (points: Position[]): Ring => {
  const ring = points.filter(([x, y], n) => x !== points[n - 1]?.[0] || y !== points[n - 1]?.[1]);
  const [first, last] = [ring[0] as Position, ring.at(-1) as Position];
  return first[0] === last[0] && first[1] === last[1] && ring.length > 1 ? ring : [...ring, first];
};
const point = (most: number) => fc.tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: most }));
const ring = (most: number) =>
  fc
    .array(point(most), { minLength: 3, maxLength: 8 })
    .map(closed)
    .filter((points) => points.length > 3);

test('when rings are random, on a coarse or a fine grid, then a crossing is found where a comparison of all edges finds one', () => {
  let crossings = 0;
  const rings = fc.constantFrom(4, 8, 100).chain((most) => fc.array(ring(most), { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(rings, (some) => {
      const { crossing } = findRingFaults(some.map((one) => [one]));
      if (crossing !== undefined) crossings++;
      expect(crossing !== undefined).toBe(hasCrossing(some));
    }),
    { numRuns: 3000 },
  );
  expect(crossings).toBeGreaterThan(600);
  expect(crossings).toBeLessThan(2950);
});

test('when polygons of rectangles do not cross, then a fault is found where a square is in two, or a hole is not in its own', () => {
  type Box = [number, number, number, number];
  const size = 5;
  const box = fc
    .tuple(point(size), point(size))
    .filter(([[x1, y1], [x2, y2]]) => x1 < x2 && y1 < y2)
    .map(([[x1, y1], [x2, y2]]): Box => [x1, y1, x2, y2]);
  const has = ([x1, y1, x2, y2]: Box, x: number, y: number) => x >= x1 && x < x2 && y >= y1 && y < y2;
  const toRing = ([x1, y1, x2, y2]: Box): Ring => [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
    [x1, y1],
  ];
  const polygons = fc.array(fc.array(box, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
  const isFault = (some: Box[][], x: number, y: number) => {
    const inside = some.map(([outer, ...holes]) => ({
      outer: has(outer as Box, x, y) ? 1 : 0,
      holes: holes.filter((hole) => has(hole, x, y)).length,
    }));
    return inside.some(({ outer, holes }) => holes > outer) || inside.filter(({ outer, holes }) => outer > holes).length > 1;
  };
  const counts = { good: 0, faulty: 0 };
  fc.assert(
    fc.property(polygons, fc.boolean(), (some, isReversed) => {
      const rings = some.map((boxes) => boxes.map((one) => (isReversed ? toRing(one).slice().reverse() : toRing(one))));
      const { crossing, misplaced } = findRingFaults(rings);
      if (crossing !== undefined) return;
      const squares = Array.from({ length: size * size }, (_, n) => [n % size, Math.floor(n / size)] as const);
      const expected = squares.some(([x, y]) => isFault(some, x, y));
      counts[expected ? 'faulty' : 'good']++;
      expect(misplaced !== undefined).toBe(expected);
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(counts.good, counts.faulty)).toBeGreaterThan(80);
});

describe('boundaries that make slow algorithms slow', () => {
  const points = 15_000;
  // Comparing all edges in common cells took 36 s for 800 points; this bound is for a machine with much other work.
  const limitMs = 5000;
  const cpuMs = (work: () => void) => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1000;
  };

  test.each(Object.entries(validEvilShapes))('when a boundary is a %s, then it is accepted in a short time', (_, make) => {
    const shape = make(points);
    expect(cpuMs(() => expect(checkBoundary(shape)).toHaveProperty('boundary'))).toBeLessThan(limitMs);
  });

  test.each(Object.entries(invalidEvilShapes))('when a boundary is of the kind %s, then it is refused in a short time', (_, make) => {
    const shape = make(points);
    expect(cpuMs(() => expect(checkBoundary(shape)).toHaveProperty('error'))).toBeLessThan(limitMs);
  });
});
