import geodesic from 'geographiclib-geodesic';
import { extentOf, isWithin, polygonsOf } from './boundary-rules.ts';
import type { Boundary, Extent, Position } from './field.ts';
import { type Segment, smallestDistance } from './segment-rules.ts';

const earth = geodesic.Geodesic.WGS84;

export interface PointGeometry {
  type: 'Point';
  coordinates: Position;
}

/** A GeoJSON geometry: a point or an area. */
export type Geometry = PointGeometry | Boundary;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export function geometryExtent(geometry: Geometry): Extent {
  if (geometry.type !== 'Point') return extentOf(geometry);
  const [lng, lat] = geometry.coordinates;
  return { west: lng, south: lat, east: lng, north: lat };
}

/** The box that contains all points within a distance of a box; its longitudes may exceed 180 degrees. */
function expand({ west, south, east, north }: Extent, metres: number): Extent {
  // A degree of latitude is 110,574 m or more.
  const dLat = metres / 110_500;
  const [bottom, top] = [Math.max(-90, south - dLat), Math.min(90, north + dLat)];
  const narrowest = Math.cos(radians(Math.max(Math.abs(bottom), Math.abs(top))));
  const dLng = narrowest < 1e-6 ? 360 : metres / (111_300 * narrowest);
  return { west: west - dLng, south: bottom, east: east + dLng, north: top };
}

/** The box that contains all points within a distance of a box. All longitudes near the poles and across the 180th meridian. */
export function widen(extent: Extent, metres: number): Extent {
  const expanded = expand(extent, metres);
  return expanded.west < -180 || expanded.east > 180 ? { ...expanded, west: -180, east: 180 } : expanded;
}

const meets = (one: Extent, two: Extent): boolean =>
  one.west <= two.east && two.west <= one.east && one.south <= two.north && two.south <= one.north;

/** What is nearer than this touches. */
const toleranceM = 0.01;

/** The same geometry, moved by whole turns to the longitudes around another. */
function nearLongitude(geometry: Geometry, { west, east }: Extent): Geometry {
  const own = geometryExtent(geometry);
  const turns = Math.round(((west + east) / 2 - (own.west + own.east) / 2) / 360) * 360;
  if (turns === 0) return geometry;
  const moved = ([lng, lat]: Position): Position => [lng + turns, lat];
  if (geometry.type === 'Point') return { type: 'Point', coordinates: moved(geometry.coordinates) };
  return { type: 'MultiPolygon', coordinates: polygonsOf(geometry).map((rings) => rings.map((ring) => ring.map(moved))) };
}

/** Longer edges are divided, so that each part is straight on the plane of the projection. */
const maxEdgeDegrees = 0.1;
/** An edge is a geodesic, which runs this far at most beside the straight line in degrees. */
const edgeSlackM = 200;

function divide(a: Position, b: Position, near: Extent): [Position, Position][] {
  const box = { west: Math.min(a[0], b[0]), south: Math.min(a[1], b[1]), east: Math.max(a[0], b[0]), north: Math.max(a[1], b[1]) };
  const isShort = box.east - box.west <= maxEdgeDegrees && box.north - box.south <= maxEdgeDegrees;
  if (isShort) return meets(box, near) ? [[a, b]] : [];
  const { s12 = 0 } = earth.Inverse(a[1], a[0], b[1], b[0]);
  const { lat2 = 0, lon2 = 0 } = earth.InverseLine(a[1], a[0], b[1], b[0]).Position(s12 / 2);
  const middle: Position = [lon2 + Math.round((a[0] - lon2) / 360) * 360, lat2];
  // The geodesic stays within half its length of its middle.
  if (!meets(expand({ west: middle[0], south: middle[1], east: middle[0], north: middle[1] }, s12 / 2 + edgeSlackM), near)) return [];
  return [...divide(a, middle, near), ...divide(middle, b, near)];
}

function edgesNear(geometry: Geometry, near: Extent): [Position, Position][] {
  if (geometry.type === 'Point') return [[geometry.coordinates, geometry.coordinates]];
  return polygonsOf(geometry)
    .flat()
    .flatMap((ring) => ring.slice(1).flatMap((b, at) => divide(ring[at] as Position, b, near)));
}

/** Rings that do not cross are wholly inside or outside, so one point of each part decides. */
const hasPartIn = (one: Geometry, two: Geometry): boolean =>
  two.type !== 'Point' &&
  (one.type === 'Point'
    ? isWithin(one.coordinates, two)
    : polygonsOf(one).some(([outer]) => outer?.[0] !== undefined && isWithin(outer[0], two)));

/**
 * The geodesic distance between two geometries on WGS84 in metres, 0 if they touch or one is in the other; undefined: more than the limit.
 * Edges near both are projected on a plane (azimuthal equidistant) around the middle between them, which is exact to about a centimetre
 * within 20 km.
 */
export function distanceWithinM(one: Geometry, other: Geometry, limitM: number): number | undefined {
  const [oneExtent, two] = [geometryExtent(one), nearLongitude(other, geometryExtent(one))];
  const twoExtent = geometryExtent(two);
  const [near, nearTwo] = [expand(oneExtent, limitM + edgeSlackM), expand(twoExtent, limitM + edgeSlackM)];
  if (!meets(near, nearTwo)) return undefined;
  if (hasPartIn(one, two) || hasPartIn(two, one)) return 0;
  const middleOf = (low: number, high: number): number => (low + high) / 2;
  const lng0 = middleOf(Math.max(near.west, nearTwo.west), Math.min(near.east, nearTwo.east));
  const lat0 = middleOf(Math.max(near.south, nearTwo.south), Math.min(near.north, nearTwo.north));
  const project = ([lng, lat]: Position): Position => {
    const { s12 = 0, azi1 = 0 } = earth.Inverse(lat0, lng0, lat, lng);
    return [s12 * Math.sin(radians(azi1)), s12 * Math.cos(radians(azi1))];
  };
  const onPlane = (geometry: Geometry, within: Extent): Segment[] => {
    let last: { of: Position; projected: Position } | undefined;
    return edgesNear(geometry, within).map(([a, b]) => {
      // Most edges begin where the one before ends.
      const start = last?.of === a ? last.projected : project(a);
      last = { of: b, projected: project(b) };
      return { a: start, b: last.projected };
    });
  };
  const found = smallestDistance(onPlane(one, nearTwo), onPlane(two, near), limitM + toleranceM);
  return found !== undefined && found <= toleranceM ? 0 : found;
}
