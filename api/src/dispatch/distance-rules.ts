export interface Point {
  latitude: number;
  longitude: number;
}

const earthRadiusKm = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** As the crow flies, along the globe (haversine). */
export function distanceKm(a: Point, b: Point): number {
  const latitude = radians(b.latitude - a.latitude);
  const longitude = radians(b.longitude - a.longitude);
  const h = Math.sin(latitude / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2;
  // Rounding may push h a hair past 1 for opposite ends of the globe.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, h)));
}

export interface Stop extends Point {
  id: string;
  /** HH:mm:ss */
  startTime: string;
}

export interface Leg<T> {
  stop: T;
  /** From the stop before; null for the first. */
  distanceKm: number | null;
}

/** By start of session; of those that start together, always the one nearest to the stop before. */
export function drivingOrder<T extends Stop>(stops: readonly T[]): Leg<T>[] {
  const left = [...stops].sort((a, b) => compare(a.startTime, b.startTime) || compareIds(a.id, b.id));
  const legs: Leg<T>[] = [];
  while (left.length > 0) {
    const before = legs.at(-1)?.stop;
    const together = left.filter(({ startTime }) => startTime === left[0]?.startTime);
    const next = before === undefined ? together[0] : nearest(before, together);
    if (next === undefined) break;
    legs.push({ stop: next, distanceKm: before === undefined ? null : distanceKm(before, next) });
    left.splice(left.indexOf(next), 1);
  }
  return legs;
}

function nearest<T extends Point>(from: Point, stops: readonly T[]): T | undefined {
  let best: T | undefined;
  for (const stop of stops) if (best === undefined || distanceKm(from, stop) < distanceKm(from, best)) best = stop;
  return best;
}

export const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Ids are int64 in digits: the shorter is the smaller. */
export const compareIds = (a: string, b: string): number => a.length - b.length || compare(a, b);
