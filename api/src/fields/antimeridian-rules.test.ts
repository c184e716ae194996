import { expect, test } from 'vitest';
import { hasPartNear } from './boundary-rules.ts';
import type { Boundary, Position } from './field.ts';
import { measureBoundary } from './measure-boundary.ts';
import { overlaps } from './overlap-rules.ts';

const box = (west: number, east: number, south: number, north: number): Boundary => {
  const corners: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
};
const measured = (boundary: unknown) => {
  const result = measureBoundary(boundary);
  if ('error' in result) throw new Error(result.error.message);
  return result;
};

// On Taveuni in Fiji, 600 m on each side.
const fiji = box(179.995, -179.995, -16.9, -16.895);
const zambia = box(28.3, 28.31, -16.9, -16.89);

test('when a field crosses the 180th meridian, then it is cut there and does not reach Africa', () => {
  const { boundary, areaM2 } = measured(fiji);
  expect(boundary).toMatchObject({ type: 'MultiPolygon', coordinates: [[expect.anything()], [expect.anything()]] });
  expect(areaM2).toBeCloseTo(2 * measured(box(179.995, 180, -16.9, -16.895)).areaM2, 0);
  expect([overlaps(boundary, zambia), overlaps(zambia, boundary)]).toEqual([false, false]);
  for (const near of [box(179.997, 179.999, -16.899, -16.898), box(-179.999, -179.997, -16.899, -16.898)])
    expect(overlaps(boundary, near)).toBe(true);
  const on = (west: number, east: number) => hasPartNear(boundary, { west, east, south: -17, north: -16 });
  expect([on(28, 29), on(179, 180), on(-180, -179)]).toEqual([false, true, true]);
});

test('when a field ends at the 180th meridian, then it stays one polygon', () =>
  expect(measured(box(179.99, 180, -16.9, -16.89)).boundary.type).toBe('Polygon'));
