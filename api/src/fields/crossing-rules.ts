import type { Position, Ring } from './field.ts';

interface Segment {
  a: Position;
  b: Position;
  ring: number;
  index: number;
  last: number;
}

/** Edges of several rings in cells of equal size, so that only near edges are compared. */
function edgesInCells(rings: readonly Ring[]): Map<number, Segment[]> {
  const segments = rings.flatMap((ring, at) =>
    ring.slice(1).map((b, index): Segment => ({ a: ring[index] as Position, b, ring: at, index, last: ring.length - 2 })),
  );
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { a } of segments) {
    west = Math.min(west, a[0]);
    south = Math.min(south, a[1]);
    east = Math.max(east, a[0]);
    north = Math.max(north, a[1]);
  }
  const side = Math.max(1, Math.ceil(Math.sqrt(segments.length)));
  const column = (x: number) => Math.min(side - 1, Math.floor(((x - west) / (east - west || 1)) * side));
  const row = (y: number) => Math.min(side - 1, Math.floor(((y - south) / (north - south || 1)) * side));
  const cells = new Map<number, Segment[]>();
  for (const segment of segments) {
    const [x1, x2] = [column(segment.a[0]), column(segment.b[0])].sort((p, q) => p - q) as [number, number];
    const [y1, y2] = [row(segment.a[1]), row(segment.b[1])].sort((p, q) => p - q) as [number, number];
    for (let x = x1; x <= x2; x++) {
      for (let y = y1; y <= y2; y++) {
        const key = x * side + y;
        const cell = cells.get(key);
        if (cell === undefined) cells.set(key, [segment]);
        else cell.push(segment);
      }
    }
  }
  return cells;
}

/** Where the rings cross themselves or each other; undefined: nowhere. Rings may touch in a point; a ring may not touch itself. */
export function findCrossing(rings: readonly Ring[]): Position | undefined {
  for (const segments of edgesInCells(rings).values()) {
    for (const [at, one] of segments.entries()) {
      for (let other = at + 1; other < segments.length; other++) {
        const two = segments[other] as Segment;
        const found = one.ring === two.ring ? crossingInRing(one, two) : crossingPoint(one, two);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

function crossingInRing(one: Segment, two: Segment): Position | undefined {
  const gap = Math.abs(one.index - two.index);
  if (gap === 0) return undefined;
  if (gap === 1 || gap === one.last) return foldsBack(one, two);
  return crossingPoint(one, two) ?? touchingPoint(one, two);
}

/** Neighbours share one point. They cross if one runs back over the other. */
function foldsBack(one: Segment, two: Segment): Position | undefined {
  const [shared, p, q] = samePoint(one.b, two.a) ? [one.b, one.a, two.b] : [one.a, one.b, two.a];
  if (orientation(shared, p, q) !== 0) return undefined;
  const forward = (p[0] - shared[0]) * (q[0] - shared[0]) + (p[1] - shared[1]) * (q[1] - shared[1]);
  return forward > 0 ? shared : undefined;
}

const samePoint = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

const orientation = (a: Position, b: Position, c: Position): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

/** The point where two edges cross in their interiors. */
export function crossingPoint({ a, b }: Pick<Segment, 'a' | 'b'>, { a: c, b: d }: Pick<Segment, 'a' | 'b'>): Position | undefined {
  if (orientation(a, b, c) * orientation(a, b, d) >= 0 || orientation(c, d, a) * orientation(c, d, b) >= 0) return undefined;
  const share =
    ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / ((b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]));
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
}

function touchingPoint({ a, b }: Segment, { a: c, b: d }: Segment): Position | undefined {
  if (isOn(c, a, b)) return c;
  if (isOn(d, a, b)) return d;
  if (isOn(a, c, d)) return a;
  return isOn(b, c, d) ? b : undefined;
}

const isOn = (p: Position, a: Position, b: Position): boolean =>
  orientation(a, b, p) === 0 &&
  p[0] >= Math.min(a[0], b[0]) &&
  p[0] <= Math.max(a[0], b[0]) &&
  p[1] >= Math.min(a[1], b[1]) &&
  p[1] <= Math.max(a[1], b[1]);
