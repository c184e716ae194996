import type { Extent } from './field.ts';

/** About 1 m. */
const toleranceDegrees = 0.00001;
const areaTolerance = 0.005;

interface Measured {
  areaM2: number;
  extent: Extent;
}

/** The same field: box and area agree, whatever the order and number of points. */
export const isSameBoundary = (one: Measured, two: Measured): boolean =>
  Math.abs(one.areaM2 - two.areaM2) <= areaTolerance * two.areaM2 &&
  (['west', 'south', 'east', 'north'] as const).every((side) => Math.abs(one.extent[side] - two.extent[side]) <= toleranceDegrees);
