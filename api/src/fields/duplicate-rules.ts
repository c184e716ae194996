import type { Extent } from './field.ts';

/** About 1 m. */
const toleranceDegrees = 0.00001;
const areaTolerance = 0.005;

interface Measured {
  areaM2: number;
  extent: Extent;
}

const sides = ['west', 'south', 'east', 'north'] as const;

/** The same field: box and area agree, whatever the order and number of points. */
export const isSameBoundary = (one: Measured, two: Measured): boolean =>
  Math.abs(one.areaM2 - two.areaM2) <= areaTolerance * two.areaM2 &&
  sides.every((side) => Math.abs(one.extent[side] - two.extent[side]) <= toleranceDegrees);

// Sides within the tolerance are in the same cell or in the next one.
const cellDegrees = 2.01 * toleranceDegrees;
const cellOf = (degrees: number): number => Math.floor(degrees / cellDegrees);

/** Finds the first of these with the same boundary, by cells of the sides of its box. */
export function indexBoundaries<T extends Measured>(stored: readonly T[]): (measured: Measured) => T | undefined {
  const cells = new Map<string, number[]>();
  for (const [at, { extent }] of stored.entries()) {
    const key = sides.map((side) => cellOf(extent[side])).join();
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [at]);
    else cell.push(at);
  }
  return (measured) => {
    let keys = [''];
    for (const side of sides) {
      const degrees = measured.extent[side];
      const near = new Set([cellOf(degrees - toleranceDegrees * 1.001), cellOf(degrees + toleranceDegrees * 1.001)]);
      keys = keys.flatMap((key) => [...near].map((cell) => (key === '' ? `${cell}` : `${key},${cell}`)));
    }
    let first = stored.length;
    for (const key of keys) {
      for (const at of cells.get(key) ?? []) {
        if (at >= first) break;
        if (isSameBoundary(measured, stored[at] as T)) first = at;
      }
    }
    return stored[first];
  };
}
