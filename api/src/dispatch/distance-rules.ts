export interface Point {
  latitude: number;
  longitude: number;
}

const earthRadiusKm = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance (haversine formula). */
export function distanceKm(a: Point, b: Point): number {
  const latitude = radians(b.latitude - a.latitude);
  const longitude = radians(b.longitude - a.longitude);
  const h = Math.sin(latitude / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2;
  // Rounding can make h slightly greater than 1 for antipodal points.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, h)));
}

export interface Stop extends Point {
  id: string;
  /** HH:mm:ss */
  startTime: string;
}

export interface Leg<T> {
  stop: T;
  /** From the previous stop; null for the first. */
  distanceKm: number | null;
}

/** Sorts stops by start time; among stops with the same start time, the nearest to the previous stop comes first. */
export function drivingOrder<T extends Stop>(stops: readonly T[]): Leg<T>[] {
  const remaining = [...stops].sort((a, b) => compare(a.startTime, b.startTime) || compareIds(a.id, b.id));
  const legs: Leg<T>[] = [];
  while (remaining.length > 0) {
    const previous = legs.at(-1)?.stop;
    const simultaneous = remaining.filter(({ startTime }) => startTime === remaining[0]?.startTime);
    const next = previous === undefined ? simultaneous[0] : nearest(previous, simultaneous);
    if (next === undefined) break;
    legs.push({ stop: next, distanceKm: previous === undefined ? null : distanceKm(previous, next) });
    remaining.splice(remaining.indexOf(next), 1);
  }
  return legs;
}

function nearest<T extends Point>(from: Point, stops: readonly T[]): T | undefined {
  let best: T | undefined;
  for (const stop of stops) if (best === undefined || distanceKm(from, stop) < distanceKm(from, best)) best = stop;
  return best;
}

export const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares int64 ids given as digits: fewer digits mean a smaller number. */
export const compareIds = (a: string, b: string): number => a.length - b.length || compare(a, b);
