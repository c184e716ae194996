/** A point in pixels of the map. */
export interface Pixel {
  x: number;
  y: number;
}

/** Where a point snaps to: a corner, by ring and index, or a point of an edge. */
export type Snap = { kind: 'corner'; ring: number; index: number } | { kind: 'edge'; at: Pixel };

const distance = (a: Pixel, b: Pixel): number => Math.hypot(a.x - b.x, a.y - b.y);

function nearestOnEdge(to: Pixel, a: Pixel, b: Pixel): Pixel {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((to.x - a.x) * dx + (to.y - a.y) * dy) / square));
  return { x: a.x + share * dx, y: a.y + share * dy };
}

/** The nearest corner within the radius, else the nearest point of an edge within it; undefined: neither. */
export function findSnap(to: Pixel, rings: readonly (readonly Pixel[])[], radiusPx: number): Snap | undefined {
  let corner: { snap: Snap; away: number } | undefined;
  let edge: { snap: Snap; away: number } | undefined;
  for (const [ring, points] of rings.entries()) {
    for (const [index, point] of points.entries()) {
      const away = distance(to, point);
      if (away <= (corner?.away ?? radiusPx)) corner = { snap: { kind: 'corner', ring, index }, away };
      const before = points[index - 1];
      if (before === undefined || corner !== undefined) continue;
      const at = nearestOnEdge(to, before, point);
      const beside = distance(to, at);
      if (beside <= (edge?.away ?? radiusPx)) edge = { snap: { kind: 'edge', at }, away: beside };
    }
  }
  return (corner ?? edge)?.snap;
}
