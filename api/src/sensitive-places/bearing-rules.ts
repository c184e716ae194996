import type { Geometry } from '../fields/measure-distance.ts';

type Position = readonly [longitude: number, latitude: number];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const positionsOf = ({ type, coordinates }: Geometry): Position[] => {
  if (type === 'Point') return [coordinates as unknown as Position];
  return (coordinates as unknown as unknown[]).flat(type === 'Polygon' ? 1 : 2) as Position[];
};

/** The direction from a position to the middle of a geometry, in whole degrees clockwise from north. */
export function bearingTo(from: { latitude: number; longitude: number }, geometry: Geometry): number {
  const positions = positionsOf(geometry);
  const middle = (at: 0 | 1) => positions.reduce((sum, position) => sum + position[at], 0) / positions.length;
  const [longitude, latitude] = [middle(0), middle(1)];
  const east = radians(longitude - from.longitude);
  const [here, there] = [radians(from.latitude), radians(latitude)];
  const angle = Math.atan2(
    Math.sin(east) * Math.cos(there),
    Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(east),
  );
  return (Math.round((angle * 180) / Math.PI) + 360) % 360;
}
