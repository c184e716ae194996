import { expect, test } from 'vitest';
import { bearingTo } from './bearing-rules.ts';

const from = { latitude: 10.5, longitude: 105.4 };

test.each([
  [105.4, 10.6, 0],
  [105.5, 10.5, 90],
  [105.4, 10.4, 180],
  [105.3, 10.5, 270],
])('when a place is at %d, %d, then its direction is %d degrees', (longitude, latitude, degrees) => {
  expect(bearingTo(from, { type: 'Point', coordinates: [longitude, latitude] })).toBe(degrees);
});

test('when a place is an area, then the direction is that of its middle', () => {
  const ring = [
    [105.49, 10.49],
    [105.51, 10.49],
    [105.51, 10.51],
    [105.49, 10.51],
  ] as [number, number][];
  expect(bearingTo(from, { type: 'Polygon', coordinates: [ring] })).toBe(90);
  expect(bearingTo(from, { type: 'MultiPolygon', coordinates: [[ring]] })).toBe(90);
});
