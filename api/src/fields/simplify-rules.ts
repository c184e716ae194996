import { polygonsOf } from './boundary-rules.ts';
import type { Boundary, Position, Ring } from './field.ts';

function squareDistanceToLine([x, y]: Position, [x1, y1]: Position, [x2, y2]: Position): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square));
  return (x - x1 - share * dx) ** 2 + (y - y1 - share * dy) ** 2;
}

/** Spans divided more often than this are divided in the middle, so that all points are looked at 24 + log2(n) times at most. */
const maxFarthestDivisions = 24;

/** Leaves out points that are nearer than the tolerance to the line between their neighbours (Douglas and Peucker). */
function simplifyRing(ring: Ring, toleranceDegrees: number): Ring {
  const last = ring.length - 1;
  const isKept = new Uint8Array(ring.length);
  isKept[0] = 1;
  isKept[last] = 1;
  const spans: [from: number, to: number, divisions: number][] = [[0, last, 0]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to, divisions] = span;
    let [farthest, at] = [toleranceDegrees ** 2, -1];
    for (let index = from + 1; index < to; index++) {
      const away = squareDistanceToLine(ring[index] as Position, ring[from] as Position, ring[to] as Position);
      if (away <= farthest) continue;
      [farthest, at] = [away, index];
      if (divisions >= maxFarthestDivisions) break;
    }
    if (at === -1) continue;
    if (divisions >= maxFarthestDivisions) at = Math.floor((from + to) / 2);
    isKept[at] = 1;
    spans.push([from, at, divisions + 1], [at, to, divisions + 1]);
  }
  return ring.filter((_, at) => isKept[at] === 1);
}

function boxOf(ring: Ring): Ring {
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)];
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** Size of a pixel in degrees at a zoom of the map. */
export const pixelDegrees = (zoom: number): number => 360 / 2 ** (zoom + 8);

/** A boundary with fewer points, for a map: smaller holes are left out, smaller parts become their boxes. The number of digits fits. */
export function simplifyBoundary(boundary: Boundary, toleranceDegrees: number): Boundary {
  const digits = Math.min(7, Math.max(2, Math.ceil(-Math.log10(toleranceDegrees)) + 1));
  const factor = 10 ** digits;
  const rounded = (ring: Ring): Ring => ring.map(([lng, lat]) => [Math.round(lng * factor) / factor, Math.round(lat * factor) / factor]);
  const polygons = polygonsOf(boundary).map((rings) =>
    rings.flatMap((ring, at) => {
      const simple = simplifyRing(ring, toleranceDegrees);
      if (simple.length >= 4) return [rounded(simple)];
      return at === 0 ? [rounded(boxOf(simple))] : [];
    }),
  );
  const [only] = polygons;
  return polygons.length === 1 && only !== undefined
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons };
}
