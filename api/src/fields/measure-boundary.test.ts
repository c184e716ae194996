import { describe, expect, test } from 'vitest';
import { checkBoundary } from './boundary-rules.ts';
import type { Boundary, Position, Ring } from './field.ts';
import { geodesicAreaM2, measureBoundary } from './measure-boundary.ts';
import { overlaps } from './overlap-rules.ts';

const ring = (text: string): Ring => {
  const points = text.split(' ').map((pair) => pair.split(',').map(Number) as unknown as Position);
  return [...points, points[0] as Position];
};
const polygon = (...rings: Ring[]): Boundary => ({ type: 'Polygon', coordinates: rings });
const square = (west: number, south: number, side: number): Ring =>
  ring(`${west},${south} ${west + side},${south} ${west + side},${south + side} ${west},${south + side}`);
const errorOf = (value: unknown) => {
  const measured = measureBoundary(value);
  return 'error' in measured ? measured.error : undefined;
};

describe('area', () => {
  // Areas that other farm software declares in its ISO 11783 files.
  test.each([
    [
      18817,
      '9.575346766,45.528517602 9.5755828,45.527675789 9.577664195,45.528066633 9.576934634,45.52921284 9.575947581,45.52913768 9.576162158,45.528686715',
    ],
    [141837, '11.008286487,44.922842849 11.004263173,44.916917162 11.006641843,44.916689159 11.011147959,44.923020024'],
    [
      410591,
      '138.615907431,-34.806174803 138.624318838,-34.80713795 138.622487785,-34.812799142 138.619812727,-34.812810887 138.616708518,-34.811049147',
    ],
    [7093, '9.234867096,45.675094857 9.23563242,45.674650061 9.236547948,45.675564637 9.236061573,45.675744551'],
  ])('when a boundary of %d m² is measured, then the area is equal after rounding', (declared, points) => {
    expect(Math.round(geodesicAreaM2(polygon(ring(points))))).toBe(declared);
  });

  test('when it has a hole or several parts, then the hole is taken off and parts are added, in either direction of the points', () => {
    const whole = geodesicAreaM2(polygon(square(105, 10, 0.01)));
    expect(whole).toBeCloseTo(1_212_678.32, 2);
    expect(geodesicAreaM2(polygon([...square(105, 10, 0.01)].reverse()))).toBeCloseTo(whole, 6);
    const hole = square(105.002, 10.002, 0.002);
    expect(geodesicAreaM2(polygon(square(105, 10, 0.01), hole))).toBeCloseTo(whole - geodesicAreaM2(polygon(hole)), 6);
    const parts: Boundary = { type: 'MultiPolygon', coordinates: [[square(105, 10, 0.01)], [square(106, 10, 0.01)]] };
    expect(geodesicAreaM2(parts)).toBeCloseTo(2 * whole, 5);
  });
});

describe('a boundary is refused with its place', () => {
  test.each([
    [undefined, 'boundary.type', 'must be Polygon or MultiPolygon'],
    [{ type: 'Point', coordinates: [105, 10] }, 'boundary.type', 'must be Polygon or MultiPolygon'],
    [{ type: 'Polygon', coordinates: [] }, 'boundary.coordinates', 'must have an outer ring'],
    [{ type: 'MultiPolygon', coordinates: [] }, 'boundary.coordinates', 'must not be empty'],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [105, 10],
            [105.1, 10],
            [105, 10],
          ],
        ],
      },
      'boundary.coordinates.0',
      'must have at least 3 different points',
    ],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [105, 10],
            ['x', 10],
          ],
        ],
      },
      'boundary.coordinates.0.1',
      'must be a longitude and a latitude',
    ],
    [
      polygon(ring('10.01,105.01 10.02,105.01 10.02,105.02')),
      'boundary.coordinates.0.0',
      'is outside the map: latitude and longitude seem to be swapped',
    ],
    [
      polygon(ring('500000,1100000 500100,1100000 500100,1100100')),
      'boundary.coordinates.0.0',
      'is outside the map: longitude must be from -180 to 180, latitude from -90 to 90',
    ],
    [polygon(ring('105,10 105.01,10.01 105.01,10 105,10.01')), 'boundary', 'crosses itself near 10.005000, 105.005000'],
    [polygon(ring('105,10 105.02,10 105.01,10 105.01,10.01')), 'boundary', 'crosses itself near 10.000000, 105.020000'],
    [polygon(square(105, 10, 0.01), square(105.02, 10, 0.001)), 'boundary', 'has a hole that is not inside it'],
    [
      polygon(square(105, 10, 0.01), square(105.002, 10.002, 0.004), square(105.003, 10.003, 0.001)),
      'boundary',
      'has a hole inside another hole',
    ],
    [
      { type: 'MultiPolygon', coordinates: [[square(105, 10, 0.01)], [square(105.002, 10.002, 0.001)]] },
      'boundary',
      'has a part inside another part',
    ],
    [polygon(square(105, 10, 0.00008)), 'boundary', 'must be at least 100 m², not 78 m²'],
    [polygon(square(105, 10, 0.1)), 'boundary', 'must be at most 100 km², not 121 km²'],
  ])('%#', (value, path, message) => expect(errorOf(value)).toEqual({ path, message }));

  test('when it has 20,000 points, then it is measured; one more is refused', () => {
    const circle = (points: number) =>
      polygon(
        Array.from({ length: points }, (_, n): Position => {
          const angle = (2 * Math.PI * (n % (points - 1))) / (points - 1);
          return [105 + 0.01 * Math.cos(angle), 10 + 0.01 * Math.sin(angle)];
        }),
      );
    expect(measureBoundary(circle(20_000))).toMatchObject({ areaM2: expect.closeTo(3_809_798, 0) });
    expect(errorOf(circle(20_001))).toEqual({ path: 'boundary', message: 'must have at most 20000 points' });
  });
});

test('when rings are open or repeat points, then they are closed and without repeats', () => {
  const open = {
    type: 'Polygon',
    coordinates: [
      [
        [105, 10, 3],
        [105.01, 10, 3],
        [105.01, 10, 3],
        [105.01, 10.01, 3],
      ],
    ],
  };
  expect(checkBoundary(open)).toEqual({ boundary: polygon(ring('105,10 105.01,10 105.01,10.01')) });
});

test('when boundaries share a part, then they overlap; neighbours with a common edge do not', () => {
  const one = polygon(square(105, 10, 0.01));
  expect(overlaps(one, polygon(square(105.005, 10.005, 0.01)))).toBe(true);
  expect(overlaps(one, polygon(square(105.002, 10.002, 0.001)))).toBe(true);
  expect(overlaps(one, one)).toBe(true);
  expect(overlaps(one, polygon(ring('105.01,10 105.02,10 105.02,10.01 105.01,10.01')))).toBe(false);
  expect(overlaps(polygon(square(105, 10, 0.01), square(105.002, 10.002, 0.004)), polygon(square(105.003, 10.003, 0.001)))).toBe(false);
});
