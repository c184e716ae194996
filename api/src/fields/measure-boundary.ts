import geodesic from 'geographiclib-geodesic';
import type { FieldError } from '../errors.ts';
import { boundaryLimits, checkBoundary, extentOf, polygonsOf } from './boundary-rules.ts';
import type { Boundary, MeasuredBoundary, Ring } from './field.ts';

const { Geodesic } = geodesic;

/** Area on the WGS84 ellipsoid, without the holes. */
export function geodesicAreaM2(boundary: Boundary): number {
  let sum = 0;
  for (const [outer = [], ...holes] of polygonsOf(boundary)) {
    sum += ringAreaM2(outer) - holes.reduce((total, hole) => total + ringAreaM2(hole), 0);
  }
  return sum;
}

function ringAreaM2(ring: Ring): number {
  const polygon = Geodesic.WGS84.Polygon(false);
  for (const [lng, lat] of ring.slice(1)) polygon.AddPoint(lat, lng);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

export interface MeasureFailure {
  error: FieldError;
}

/** Checks a boundary and measures it; or the first error with its place. */
export function measureBoundary(value: unknown, path = 'boundary'): MeasuredBoundary | MeasureFailure {
  const checked = checkBoundary(value, path);
  if ('error' in checked) return checked;
  const areaM2 = Math.round(geodesicAreaM2(checked.boundary) * 100) / 100;
  if (areaM2 < boundaryLimits.minAreaM2)
    return { error: { path, message: `must be at least ${boundaryLimits.minAreaM2} m², not ${Math.round(areaM2)} m²` } };
  if (areaM2 > boundaryLimits.maxAreaM2)
    return { error: { path, message: `must be at most 100 km², not ${Math.round(areaM2 / 1e6)} km²` } };
  return { boundary: checked.boundary, areaM2, extent: extentOf(checked.boundary) };
}
