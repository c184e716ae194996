import type { Position, Ring } from './field.ts';

const turn = 360;
const antimeridian = 180;

/** An edge of a field is short: one of more than half a turn goes the other way round, across the 180th meridian. */
const crosses = (ring: Ring): boolean => ring.slice(1).some(([lng], at) => Math.abs(lng - (ring[at] as Position)[0]) > antimeridian);

/** The part of a ring on one side of the 180th meridian (Sutherland and Hodgman); undefined: there is none. */
function clip(ring: Ring, isWest: boolean): Ring | undefined {
  const isKept = ([lng]: Position) => (isWest ? lng <= antimeridian : lng >= antimeridian);
  const points: Position[] = [];
  for (const [at, to] of ring.slice(1).entries()) {
    const from = ring[at] as Position;
    if (isKept(from) !== isKept(to))
      points.push([antimeridian, from[1] + ((antimeridian - from[0]) / (to[0] - from[0])) * (to[1] - from[1])]);
    if (isKept(to)) points.push(to);
  }
  const moved = isWest ? points : points.map(([lng, lat]): Position => [lng - turn, lat]);
  const distinct = moved.filter(([lng, lat], at) => {
    const [x, y] = moved.at(at - 1) as Position;
    return lng !== x || lat !== y;
  });
  return distinct.length < 3 ? undefined : [...distinct, distinct[0] as Position];
}

/** Cuts a polygon at the 180th meridian, as RFC 7946 asks for. On a plane it would otherwise go round the earth. */
export function cutAtAntimeridian(rings: Ring[]): Ring[][] {
  if (rings[0] === undefined || !crosses(rings[0])) return [rings];
  const unwrapped = rings.map((ring) => ring.map(([lng, lat]): Position => [lng < 0 ? lng + turn : lng, lat]));
  return [true, false].flatMap((isWest) => {
    const [outer, ...holes] = unwrapped.map((ring) => clip(ring, isWest));
    return outer === undefined ? [] : [[outer, ...holes.filter((hole) => hole !== undefined)]];
  });
}
