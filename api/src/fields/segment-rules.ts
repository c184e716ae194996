import type { Position } from './field.ts';

/** A straight line between two points of a plane, in metres. */
export interface Segment {
  a: Position;
  b: Position;
}

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

function pointDistance([x, y]: Position, { a, b }: Segment): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / square));
  return Math.hypot(x - a[0] - share * dx, y - a[1] - share * dy);
}

const side = (a: Position, b: Position, c: Position): number => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const cross = (one: Segment, two: Segment): boolean =>
  side(one.a, one.b, two.a) * side(one.a, one.b, two.b) < 0 && side(two.a, two.b, one.a) * side(two.a, two.b, one.b) < 0;

const segmentDistance = (one: Segment, two: Segment): number =>
  cross(one, two)
    ? 0
    : Math.min(pointDistance(one.a, two), pointDistance(one.b, two), pointDistance(two.a, one), pointDistance(two.b, one));

const runLength = 32;

/** Consecutive segments are near each other, so a box around a run excludes most of them at once. */
function toRuns(segments: readonly Segment[]): { box: Box; segments: readonly Segment[] }[] {
  const runs = [];
  for (let at = 0; at < segments.length; at += runLength) {
    const run = segments.slice(at, at + runLength);
    const box: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
    for (const { a, b } of run) {
      box.west = Math.min(box.west, a[0], b[0]);
      box.south = Math.min(box.south, a[1], b[1]);
      box.east = Math.max(box.east, a[0], b[0]);
      box.north = Math.max(box.north, a[1], b[1]);
    }
    runs.push({ box, segments: run });
  }
  return runs;
}

const boxDistance = (one: Box, two: Box): number =>
  Math.hypot(Math.max(0, one.west - two.east, two.west - one.east), Math.max(0, one.south - two.north, two.south - one.north));

/** The smallest distance between two sets of segments; undefined: more than the limit. */
export function smallestDistance(one: readonly Segment[], two: readonly Segment[], limitM: number): number | undefined {
  let smallest: number | undefined;
  const others = toRuns(two);
  for (const run of toRuns(one)) {
    for (const other of others) {
      if (boxDistance(run.box, other.box) > (smallest ?? limitM)) continue;
      for (const first of run.segments) {
        for (const second of other.segments) {
          const found = segmentDistance(first, second);
          if (found <= (smallest ?? limitM)) smallest = found;
          if (smallest === 0) return 0;
        }
      }
    }
  }
  return smallest;
}
