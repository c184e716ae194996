import { expect, test } from 'vitest';
import { findSnap } from './snap-rules.ts';

const square = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 100, y: 100 },
  { x: 0, y: 100 },
  { x: 0, y: 0 },
];
const far = square.map(({ x, y }) => ({ x: x + 500, y }));

test('when a point is near a corner, then it snaps to the corner, also if an edge is nearer', () => {
  expect(findSnap({ x: 94, y: 1 }, [far, square], 12)).toEqual({ kind: 'corner', ring: 1, index: 1 });
});

test('when a point is near an edge only, then it snaps to the nearest point of it', () => {
  expect(findSnap({ x: 50, y: -8 }, [square], 12)).toEqual({ kind: 'edge', at: { x: 50, y: 0 } });
});

test('when nothing is within the radius, then a point does not snap', () => {
  expect(findSnap({ x: 50, y: -13 }, [square], 12)).toBeUndefined();
  expect(findSnap({ x: 50, y: 50 }, [square], 12)).toBeUndefined();
  expect(findSnap({ x: 0, y: 0 }, [], 12)).toBeUndefined();
});
