import type { MeasuredBoundary, Position } from '../fields/field.ts';
import { measureBoundary } from '../fields/measure-boundary.ts';

/** Corners of typical fields: a strip between ditches, a block, one along a bent canal, and one in a river bend. No unit. */
const forms = {
  strip: [
    [0, 0],
    [0.03, 3.1],
    [1.02, 3.14],
    [0.98, 0.04],
  ],
  block: [
    [0, 0],
    [-0.04, 1.22],
    [0.52, 1.3],
    [1.05, 1.25],
    [1, 0.03],
  ],
  canal: [
    [0, 0],
    [0.11, 0.95],
    [0.06, 2.05],
    [1.04, 2.12],
    [1.13, 1.01],
    [1.01, -0.04],
  ],
  bend: [
    [0, 0],
    [-0.12, 0.5],
    [-0.08, 1.02],
    [0.15, 1.44],
    [1.1, 1.21],
    [0.94, 0.6],
    [1.03, 0.05],
  ],
} as const satisfies Record<string, readonly (readonly [number, number])[]>;
export type FieldForm = keyof typeof forms;

const metresPerDegree = 111_320;

/** A boundary of the given area whose first corner is the entry point. */
export function demoBoundary(
  { latitude, longitude }: { latitude: number; longitude: number },
  [form, bearing]: readonly [FieldForm, number],
  areaM2: number,
): MeasuredBoundary {
  const turn = (bearing * Math.PI) / 180;
  const perDegreeEast = metresPerDegree * Math.cos((latitude * Math.PI) / 180);
  const drawn = (size: number): MeasuredBoundary => {
    const corners = forms[form].map(([x, y]): Position => {
      const east = (x * Math.cos(turn) + y * Math.sin(turn)) * size;
      const north = (y * Math.cos(turn) - x * Math.sin(turn)) * size;
      return [rounded(longitude + east / perDegreeEast), rounded(latitude + north / metresPerDegree)];
    });
    const measured = measureBoundary({ type: 'Polygon', coordinates: [[...corners, corners[0]]] });
    if ('error' in measured) throw new Error(measured.error.message);
    return measured;
  };
  // The area grows with the square of the size: the second correction only removes what the ellipsoid adds.
  let size = Math.sqrt(areaM2);
  for (let n = 0; n < 2; n++) size *= Math.sqrt(areaM2 / drawn(size).areaM2);
  return drawn(size);
}

const rounded = (degrees: number): number => Math.round(degrees * 1e8) / 1e8;
