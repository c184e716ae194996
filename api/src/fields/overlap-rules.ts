import { isWithin, polygonsOf } from './boundary-rules.ts';
import { findCrossing } from './crossing-rules.ts';
import type { Boundary, Position } from './field.ts';

/** Whether two boundaries have a part in common. Neighbours that share an edge do not overlap. */
export function overlaps(one: Boundary, two: Boundary): boolean {
  const rings = [...polygonsOf(one).flat(), ...polygonsOf(two).flat()];
  return findCrossing(rings) !== undefined || hasPointIn(one, two) || hasPointIn(two, one) || isSame(one, two);
}

const hasPointIn = (one: Boundary, two: Boundary): boolean =>
  polygonsOf(one).some(([outer = []]) => outer.some((point) => isWithin(point, two)));

/** The same outer rings in any order of points, for boundaries that only touch in all points. */
function isSame(one: Boundary, two: Boundary): boolean {
  const key = (boundary: Boundary) =>
    polygonsOf(boundary)
      .map(([outer = []]) => [...new Set(outer.map(pointKey))].sort().join(' '))
      .sort()
      .join(';');
  return key(one) === key(two);
}

const pointKey = ([lng, lat]: Position): string => `${lng},${lat}`;
