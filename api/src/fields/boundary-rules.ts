import type { FieldError } from '../errors.ts';
import { cutAtAntimeridian } from './antimeridian-rules.ts';
import { findRingFaults } from './crossing-rules.ts';
import type { Boundary, Extent, Position, Ring } from './field.ts';

export const boundaryLimits = { points: 20_000, minAreaM2: 100, maxAreaM2: 100_000_000 };
/** What farmers may add themselves. Larger boundaries, and more fields, are from the office. */
export const farmerLimits = { points: 5000, fields: 2000 };

type Checked = { boundary: Boundary } | { error: FieldError };

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const fail = (path: string, message: string): Checked => ({ error: { path, message } });

/**
 * Checks a GeoJSON geometry: positions, closed rings, no crossing, holes inside. Returns it with closed rings, without repeated points and
 * altitudes; or the first error with its place.
 */
export function checkBoundary(value: unknown, path = 'boundary'): Checked {
  const { type, coordinates } = (typeof value === 'object' && value !== null ? value : {}) as { type?: unknown; coordinates?: unknown };
  if (type !== 'Polygon' && type !== 'MultiPolygon') return fail(`${path}.type`, 'must be Polygon or MultiPolygon');
  if (!isArray(coordinates)) return fail(`${path}.coordinates`, 'must be a list');
  const given = type === 'Polygon' ? [coordinates] : coordinates;
  if (given.length === 0) return fail(`${path}.coordinates`, 'must not be empty');
  const polygons: Ring[][] = [];
  let points = 0;
  for (const [index, polygon] of given.entries()) {
    const at = type === 'Polygon' ? `${path}.coordinates` : `${path}.coordinates.${index}`;
    if (!isArray(polygon) || polygon.length === 0) return fail(at, 'must have an outer ring');
    const rings: Ring[] = [];
    for (const [ringIndex, ring] of polygon.entries()) {
      if (!isArray(ring)) return fail(`${at}.${ringIndex}`, 'must be a list of positions');
      points += ring.length;
      if (points > boundaryLimits.points) return fail(path, `must have at most ${boundaryLimits.points} points`);
      const read = readRing(ring, `${at}.${ringIndex}`);
      if ('error' in read) return read;
      rings.push(read.ring);
    }
    polygons.push(...cutAtAntimeridian(rings));
  }
  const { crossing, misplaced } = findRingFaults(polygons);
  if (crossing !== undefined) return fail(path, `crosses itself near ${crossing[1].toFixed(6)}, ${crossing[0].toFixed(6)}`);
  if (misplaced !== undefined) return fail(path, describeMisplaced(polygons, misplaced));
  const [only] = polygons;
  const boundary: Boundary =
    polygons.length === 1 && only !== undefined ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: polygons };
  return { boundary };
}

/** A longitude and a latitude on the map; further numbers, such as an altitude, are left out. */
export function readPosition(value: unknown, path: string): { position: Position } | { error: FieldError } {
  const [lng, lat] = isArray(value) ? value : [];
  if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng) || !Number.isFinite(lat))
    return { error: { path, message: 'must be a longitude and a latitude' } };
  if (Math.abs(lng) > 180 || Math.abs(lat) > 90) return { error: { path, message: outside(lng, lat) } };
  return { position: [lng, lat] };
}

function readRing(values: readonly unknown[], path: string): { ring: Ring } | { error: FieldError } {
  const ring: Position[] = [];
  for (const [index, value] of values.entries()) {
    const read = readPosition(value, `${path}.${index}`);
    if ('error' in read) return read;
    const [lng, lat] = read.position;
    const last = ring.at(-1);
    if (last === undefined || last[0] !== lng || last[1] !== lat) ring.push([lng, lat]);
  }
  const [first, last] = [ring[0], ring.at(-1)];
  if (first !== undefined && last !== undefined && (first[0] !== last[0] || first[1] !== last[1])) ring.push(first);
  return ring.length < 4 ? { error: { path, message: 'must have at least 3 different points' } } : { ring };
}

/** Whether a part of a boundary comes into a box. The box around all parts of a field at the 180th meridian goes round the earth. */
export const hasPartNear = (boundary: Boundary, box: Extent): boolean =>
  polygonsOf(boundary).some((coordinates) => {
    const { west, south, east, north } = extentOf({ type: 'Polygon', coordinates });
    return west <= box.east && east >= box.west && south <= box.north && north >= box.south;
  });

/** A latitude beyond 90° that would be a longitude: the axes are swapped. */
const outside = (lng: number, lat: number): string =>
  Math.abs(lat) <= 180 && Math.abs(lng) <= 90
    ? 'is outside the map: latitude and longitude seem to be swapped'
    : 'is outside the map: longitude must be from -180 to 180, latitude from -90 to 90';

function describeMisplaced(polygons: readonly (readonly Ring[])[], rings: readonly { polygon: number; ring: number }[]): string {
  const holes = rings.filter(({ ring }) => ring > 0);
  if (holes.length === 0) return 'has a part inside another part';
  const isInOwn = ({ polygon, ring }: { polygon: number; ring: number }) =>
    isRingInside(polygons[polygon]?.[ring] as Ring, polygons[polygon]?.[0] as Ring);
  return holes.every(isInOwn) ? 'has a hole inside another hole' : 'has a hole that is not inside it';
}

/** A vertex may touch the other ring, so the first that is clearly on one side decides. */
function isRingInside(ring: Ring, of: Ring): boolean {
  for (const point of ring) {
    const side = sideOf(point, of);
    if (side !== 'edge') return side === 'inside';
  }
  return true;
}

/** Where a point is, by the number of edges that a line to the east crosses. */
export function sideOf([x, y]: Position, ring: Ring): 'inside' | 'outside' | 'edge' {
  let isInside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1] as Position;
    const [x2, y2] = ring[i] as Position;
    const cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
    if (cross === 0 && x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2)) return 'edge';
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside ? 'inside' : 'outside';
}

export const polygonsOf = (boundary: Boundary): readonly (readonly Ring[])[] =>
  boundary.type === 'Polygon' ? [boundary.coordinates] : boundary.coordinates;

export function extentOf(boundary: Boundary): Extent {
  const extent = { west: 180, south: 90, east: -180, north: -90 };
  for (const [outer = []] of polygonsOf(boundary)) {
    for (const [lng, lat] of outer) {
      extent.west = Math.min(extent.west, lng);
      extent.south = Math.min(extent.south, lat);
      extent.east = Math.max(extent.east, lng);
      extent.north = Math.max(extent.north, lat);
    }
  }
  return extent;
}

export const countPoints = (boundary: Boundary): number =>
  polygonsOf(boundary)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0);

/** The error if a farmer's own boundary is too large. */
export const findFarmerLimitError = (boundary: Boundary, path = 'boundary'): FieldError | undefined =>
  countPoints(boundary) > farmerLimits.points ? { path, message: `must have at most ${farmerLimits.points} points` } : undefined;

/** Whether a point is in a boundary and not in one of its holes. */
export const isWithin = (point: Position, boundary: Boundary): boolean =>
  polygonsOf(boundary).some(
    ([outer = [], ...holes]) => sideOf(point, outer) === 'inside' && holes.every((hole) => sideOf(point, hole) === 'outside'),
  );
