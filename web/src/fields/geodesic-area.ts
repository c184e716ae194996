import geodesic from 'geographiclib-geodesic';
import type { Boundary } from '../map/map-shapes.ts';

const { Geodesic } = geodesic;

/** Area on the WGS84 ellipsoid in m², without the holes; the service calculates it the same way. */
export function geodesicAreaM2({ type, coordinates }: Boundary): number {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as number[][][][];
  let sum = 0;
  for (const rings of polygons) {
    for (const [at, ring] of rings.entries()) {
      const polygon = Geodesic.WGS84.Polygon(false);
      for (const [lng = 0, lat = 0] of ring.slice(1)) polygon.AddPoint(lat, lng);
      const area = Math.abs(polygon.Compute(false, true).area ?? 0);
      sum += at === 0 ? area : -area;
    }
  }
  return sum;
}
