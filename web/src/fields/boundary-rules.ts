import type { Boundary } from '../map/map-shapes.ts';
import { type Position, parsePosition, positionText } from '../map/position-rules.ts';

/** One closed line: the outline of a part, or a hole in the part before it. The last corner is not repeated. */
export interface EditedRing {
  isHole: boolean;
  points: Position[];
}

export const emptyRings: EditedRing[] = [{ isHole: false, points: [] }];

const toPosition = (value: unknown): Position => {
  const [longitude = 0, latitude = 0] = value as number[];
  return { latitude, longitude };
};

export function toRings(boundary: Boundary | null): EditedRing[] {
  if (boundary === null) return emptyRings;
  const polygons = (boundary.type === 'Polygon' ? [boundary.coordinates] : boundary.coordinates) as unknown[][][];
  return polygons.flatMap((rings) => rings.map((ring, at) => ({ isHole: at > 0, points: ring.slice(0, -1).map(toPosition) })));
}

/** The geometry of complete rings; null while there is none. Rings with fewer than three corners are left out. */
export function toBoundary(rings: readonly EditedRing[]): Boundary | null {
  const polygons: number[][][][] = [];
  for (const { isHole, points } of rings) {
    if (points.length < 3) continue;
    const ring = [...points, points[0] as Position].map(({ latitude, longitude }) => [longitude, latitude]);
    const last = polygons.at(-1);
    if (!isHole) polygons.push([ring]);
    else if (last !== undefined) last.push(ring);
  }
  const [first] = polygons;
  if (first === undefined) return null;
  return polygons.length === 1 ? { type: 'Polygon', coordinates: first } : { type: 'MultiPolygon', coordinates: polygons };
}

/** Corners as text, one in a line. */
export const toText = (points: readonly Position[]): string => points.map(positionText).join('\n');

/** Corners from text, one in a line: latitude, then longitude. `line` is the first that cannot be read. */
export function readText(text: string): { points: Position[] } | { line: number } {
  const points: Position[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parsePosition(line.trim());
    if (parsed?.kind !== 'position') return { line: at + 1 };
    points.push({ latitude: parsed.position.latitude, longitude: parsed.position.longitude });
  }
  const [first, last] = [points[0], points.at(-1)];
  if (points.length > 3 && first !== undefined && first.latitude === last?.latitude && first.longitude === last.longitude) points.pop();
  return { points };
}

const metresPerDegree = 111_320;

/** Positions in metres on a plane around the first one; exact enough for a field. */
function onPlane(points: readonly Position[]): [number, number][] {
  const [origin = { latitude: 0, longitude: 0 }] = points;
  const scale = Math.cos((origin.latitude * Math.PI) / 180);
  return points.map(({ latitude, longitude }) => [
    (longitude - origin.longitude) * metresPerDegree * scale,
    (latitude - origin.latitude) * metresPerDegree,
  ]);
}

export const distanceM = (one: Position, two: Position): number => {
  const [, [x, y] = [0, 0]] = onPlane([one, two]);
  return Math.hypot(x, y);
};

/** Leaves out corners that are closer than the tolerance to the line between their neighbours (Douglas and Peucker). */
export function simplify(points: readonly Position[], toleranceM: number): Position[] {
  if (points.length <= 3) return [...points];
  const plane = onPlane(points);
  const isKept = points.map((_, at) => at === 0 || at === points.length - 1);
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span;
    let [farthest, at] = [toleranceM, -1];
    for (let index = from + 1; index < to; index++) {
      const away = distanceToLine(plane[index], plane[from], plane[to]);
      if (away > farthest) [farthest, at] = [away, index];
    }
    if (at === -1) continue;
    isKept[at] = true;
    spans.push([from, at], [at, to]);
  }
  return points.filter((_, at) => isKept[at]);
}

function distanceToLine([x, y] = [0, 0], [x1, y1] = [0, 0], [x2, y2] = [0, 0]): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

/** A position of the device with its accuracy. */
export interface Fix extends Position {
  accuracyM: number;
}

export const walkLimits = { accuracyM: 10, stepM: 2, toleranceM: 1.5 };

/** The way so far with the next position: not taken if it is too inaccurate, or hardly away from the last one. */
export function walked(way: readonly Position[], { latitude, longitude, accuracyM }: Fix): Position[] {
  const next = { latitude, longitude };
  const last = way.at(-1);
  if (accuracyM > walkLimits.accuracyM || (last !== undefined && distanceM(last, next) < walkLimits.stepM)) return [...way];
  return [...way, next];
}
