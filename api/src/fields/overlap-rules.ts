import { extentOf, polygonsOf } from './boundary-rules.ts';
import type { Boundary } from './field.ts';
import { sweep } from './plane-sweep-rules.ts';

/** Whether two boundaries have ground in common. Neighbours that share an edge do not overlap. */
export function overlaps(one: Boundary, two: Boundary): boolean {
  const [a, b] = [extentOf(one), extentOf(two)];
  const west = Math.max(a.west, b.west);
  const east = Math.min(a.east, b.east);
  const north = Math.min(a.north, b.north);
  if (west >= east || Math.max(a.south, b.south) >= north) return false;
  const rings = [one, two].flatMap((boundary, at) =>
    polygonsOf(boundary).flatMap((polygon) => polygon.map((ring) => ({ ring, first: at === 0 ? 1 : 0, second: at }))),
  );
  // Ground is in a boundary if the number of edges south of it is odd.
  const { crossing, fault } = sweep(rings, {
    isDirected: false,
    mayTouchItself: true,
    isFault: (first, second) => first % 2 === 1 && second % 2 === 1,
    stopsAtFault: true,
    within: { west, east, north },
  });
  return crossing !== undefined || fault !== undefined;
}
