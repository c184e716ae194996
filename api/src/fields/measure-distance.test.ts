import geodesic from 'geographiclib-geodesic';
import { describe, expect, test } from 'vitest';
import type { Boundary, Position } from './field.ts';
import { distanceWithinM, type Geometry, widen } from './measure-distance.ts';

const earth = geodesic.Geodesic.WGS84;
const point = (lng: number, lat: number): Geometry => ({ type: 'Point', coordinates: [lng, lat] });
const ring = (west: number, south: number, side: number): Position[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
const square = (west: number, south: number, side: number, ...holes: Position[][]): Boundary => ({
  type: 'Polygon',
  coordinates: [ring(west, south, side), ...holes],
});
/** The point at a distance and azimuth of another. */
const away = (lng: number, lat: number, metres: number, azimuth: number): [number, number] => {
  const { lat2 = 0, lon2 = 0 } = earth.Direct(lat, lng, azimuth, metres);
  return [lon2, lat2];
};

describe('the distance between a field and a place', () => {
  test.each([
    [105.4, 10.5],
    [10, 60],
    [-70, -45],
    [30, 89.5],
    [179.9999, -17],
    [-179.9999, -17],
  ])('when the field is a point at %f, %f, then the distance is that of the geodesic, also across the 180th meridian', (lng, lat) => {
    for (const metres of [0.5, 30, 499, 4990])
      for (const azimuth of [0, 45, 100, -90]) {
        const to = away(lng, lat, metres, azimuth);
        expect(distanceWithinM(point(lng, lat), point(...to), 5000)).toBeCloseTo(metres, 3);
        expect(distanceWithinM(point(lng, lat), point(...to), metres * 0.97 - 0.01)).toBeUndefined();
      }
  });

  test('when a place is beside an edge, then the distance is measured to the edge, not to a corner', () => {
    const [lng, lat] = away(105.4005, 10.501, 120, 0);
    expect(distanceWithinM(square(105.4, 10.5, 0.001), point(lng, lat), 200)).toBeCloseTo(120, 1);
    expect(distanceWithinM(square(105.4, 10.5, 0.001), square(lng, lat, 0.001), 200)).toBeCloseTo(120, 1);
  });

  test('when a place is in a field, or a field in a place, then the distance is 0', () => {
    const field = square(105.4, 10.5, 0.01);
    expect(distanceWithinM(field, point(105.405, 10.505), 0)).toBe(0);
    expect(distanceWithinM(field, square(105.404, 10.504, 0.001), 0)).toBe(0);
    expect(distanceWithinM(square(105.404, 10.504, 0.001), field, 0)).toBe(0);
    expect(distanceWithinM(field, square(105.409, 10.509, 0.01), 0)).toBe(0);
    expect(distanceWithinM(field, point(105.4, 10.505), 0)).toBe(0);
  });

  test('when a place is in a hole of a field, then the distance is that to the edge of the hole', () => {
    const field = square(105.4, 10.5, 0.01, ring(105.404, 10.504, 0.002));
    const { s12 = 0 } = earth.Inverse(10.505, 105.405, 10.505, 105.404);
    expect(distanceWithinM(field, point(105.405, 10.505), 200)).toBeCloseTo(s12, 1);
    expect(distanceWithinM(field, point(105.405, 10.505), 100)).toBeUndefined();
    const inHole = square(105.4049, 10.5049, 0.0002);
    expect(distanceWithinM(field, inHole, 200)).toBeGreaterThan(90);
    const other: Boundary = { type: 'MultiPolygon', coordinates: [[ring(105.3, 10.5, 0.001)], [ring(105.4045, 10.5045, 0.001)]] };
    expect(distanceWithinM(other, inHole, 0)).toBe(0);
  });

  test('when an edge is long, then it is a geodesic and not a straight line in degrees', () => {
    const wide: Boundary = {
      type: 'Polygon',
      coordinates: [
        [
          [10, 60],
          [12, 60],
          [12, 59.9999],
          [10, 59.9999],
          [10, 60],
        ],
      ],
    };
    const { lat2: lat = 0 } = earth.InverseLine(60, 10, 60, 12).Position((earth.Inverse(60, 10, 60, 12).s12 ?? 0) / 2);
    expect(lat).toBeGreaterThan(60.003);
    const [, north] = away(11, lat, 100, 0);
    expect(distanceWithinM(wide, point(11, north), 150)).toBeCloseTo(100, 0);
  });

  test('when both have 20,000 points, then the distance is found', () => {
    const circle = (lng: number, lat: number, radius: number): Boundary => {
      const points = Array.from({ length: 20_000 }, (_, n): Position => away(lng, lat, radius, (n / 20_000) * 360));
      return { type: 'Polygon', coordinates: [[...points, points[0] as Position]] };
    };
    const [lng, lat] = away(105.4, 10.5, 2300, 70);
    expect(distanceWithinM(circle(105.4, 10.5, 1000), circle(lng, lat, 1000), 500)).toBeCloseTo(300, 1);
  });
});

test('when a box is widened across the 180th meridian or to a pole, then it has all longitudes', () => {
  const at = (lng: number, lat: number) => ({ west: lng, south: lat, east: lng, north: lat });
  expect(widen(at(179.9999, 0), 100)).toMatchObject({ west: -180, east: 180 });
  expect(widen(at(0, 90), 100)).toMatchObject({ west: -180, east: 180, north: 90 });
  const box = widen(at(105, 10), 5000);
  for (const azimuth of [0, 90, 180, 270]) {
    const [lng, lat] = away(105, 10, 5000, azimuth);
    expect(lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north).toBe(true);
  }
});
