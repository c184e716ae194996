import { expect, test } from 'vitest';
import { closerZoom, exactZoom, isExact, metresPerPixel, openingView } from './view-rules.ts';

test('when a map is zoomed in, then a pixel covers fewer metres', () => {
  expect(metresPerPixel(0, 0)).toBeCloseTo(156_543, 0);
  expect(metresPerPixel(14, 10.5)).toBeCloseTo(9.39, 2);
});

test('when a pixel covers more than ten metres, then a tap is too coarse, and the map zooms in by steps until it is exact', () => {
  expect([isExact(13.5, 10.5), isExact(14, 10.5), isExact(13, 60)]).toEqual([false, true, true]);
  expect(exactZoom(10.5)).toBe(14);
  expect([5, 8, 11, 13.5].map((zoom) => closerZoom(zoom, 10.5))).toEqual([8, 11, 14, 14]);
});

test('when a map has no pins, then it opens at the company’s area, else near the known fields, else at the country’s outline', () => {
  const area = { south: 10, west: 105, north: 11, east: 106 };
  const at = { latitude: 10.5, longitude: 105.4 };
  expect(openingView(area, at)).toEqual({ kind: 'area', ...area });
  expect(openingView(null, at)).toEqual({ kind: 'around', at });
  expect(openingView(undefined, undefined)).toEqual({ kind: 'outline' });
});
