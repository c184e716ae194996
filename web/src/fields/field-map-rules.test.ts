import { expect, test } from 'vitest';
import { partOf } from './field-map-rules.ts';

const view = { west: 105.41, south: 10.51, east: 105.43, north: 10.52 };

test('when the view moves within its tiles, then the same part is loaded', () => {
  const part = partOf(view, 14);
  expect(partOf({ ...view, west: view.west + 0.001, east: view.east + 0.001 }, 14.4)).toEqual(part);
  expect(partOf(view, 15)).not.toEqual(part);
  const [west = 0, south = 0, east = 0, north = 0] = part.box.split(',').map(Number);
  expect(west <= view.west && south <= view.south && east >= view.east && north >= view.north).toBe(true);
});

test('when the view is the whole world, then the part stays on the map', () => {
  expect(partOf({ west: -180, south: -90, east: 180, north: 90 }, 2).box).toBe('-180,-90,180,90');
});
