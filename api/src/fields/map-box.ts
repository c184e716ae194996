import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import type { Extent } from './field.ts';

/** A part of a map in a query. */
export const MapBox = Type.String({
  maxLength: 120,
  description: 'Part of the map: west, south, east and north in degrees.',
  example: '105.3,10.4,105.6,10.6',
});

/** Reads a part of a map; refuses numbers outside the map, and sides in the wrong order. */
export function readMapBox(text: string): Extent {
  const sides = text.split(',').map((part) => (/^\s*-?\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = sides;
  const isOnMap = Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  if (sides.length !== 4 || !isOnMap || west > east || south > north)
    throw invalid({ path: 'box', message: 'must be west, south, east and north in degrees, like 105.3,10.4,105.6,10.6' });
  return { west, south, east, north };
}
