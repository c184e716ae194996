import { expect, test } from 'vitest';
import type { Boundary, Position } from './field.ts';
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
