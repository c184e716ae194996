import { AppError } from '../errors.ts';
import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import { runInWorker, workerFile } from '../platform/workers/run-in-worker.ts';
import { boundaryLimits, countPoints } from './boundary-rules.ts';
import type { Boundary, MeasuredBoundary } from './field.ts';
import type { GeometryResult, GeometryWork } from './geometry-worker.ts';
import { type MeasureFailure, measureBoundary } from './measure-boundary.ts';
import { distanceWithinM, type Geometry } from './measure-distance.ts';
import { overlaps } from './overlap-rules.ts';

// Larger boundaries are worked on in a thread, for the user who has sent or reads them; smaller ones take less time than its start.
const smallPoints = 2000;
/** Distances compare edges with each other. */
const smallPointsOfPair = 1000;
/** Characters of JSON that a small boundary has at most. */
const smallLength = 40_000;

const tooMuch = () =>
  new AppError('OVERLOADED', 'The service is too busy to work on this boundary. Please try again in a moment.', { retryAfterSeconds: 5 });

const limits = { maxHeapMb: 256, timeoutMs: 30_000 };

const inWorker = <Result extends GeometryResult>(userId: string, data: GeometryWork, atLimit = tooMuch): Promise<Result> =>
  runInWorker(userId, { ...limits, file: workerFile('./geometry-worker.js', import.meta.url), data, tooMuch: atLimit });

/** Points of a GeoJSON geometry that was not checked. */
function countGivenPoints(value: unknown): number {
  const { type, coordinates } = (typeof value === 'object' && value !== null ? value : {}) as { type?: unknown; coordinates?: unknown };
  if (!Array.isArray(coordinates)) return 0;
  const rings: unknown[] =
    type === 'MultiPolygon' ? coordinates.flatMap((rings: unknown) => (Array.isArray(rings) ? rings : [])) : coordinates;
  return rings.reduce<number>((sum, ring) => sum + (Array.isArray(ring) ? ring.length : 0), 0);
}

/** Checks and measures a boundary that a user has sent. */
export async function measureForUser(userId: string, value: unknown, path = 'boundary'): Promise<MeasuredBoundary | MeasureFailure> {
  const points = countGivenPoints(value);
  // One with too many points is refused before the work begins.
  if (points <= smallPoints || points > boundaryLimits.points) return measureBoundary(value, path);
  return inWorker(userId, { kind: 'measure', value, path });
}

/** Which of these boundaries, given as JSON, share ground with one that a user reads. */
export async function findOverlapping(userId: string, boundary: Boundary, others: readonly string[]): Promise<boolean[]> {
  if (countPoints(boundary) <= smallPoints && others.every(({ length }) => length <= smallLength))
    return mapWithPauses(others, (other) => overlaps(boundary, JSON.parse(other) as Boundary));
  return inWorker(userId, { kind: 'overlaps', boundary, others });
}

const pointsOf = (geometry: Geometry): number => (geometry.type === 'Point' ? 1 : countPoints(geometry));

/**
 * Distances as `distanceWithinM` has them. Those that take too long to calculate are 0: nobody is left without a notice because a boundary is
 * large.
 */
export async function distancesForUser(
  userId: string,
  from: Geometry,
  places: readonly { geometry: Geometry; limitM: number }[],
): Promise<(number | undefined)[]> {
  const points = pointsOf(from);
  if (places.every(({ geometry }) => points + pointsOf(geometry) <= smallPointsOfPair))
    return mapWithPauses(places, ({ geometry, limitM }) => distanceWithinM(from, geometry, limitM));
  const tooLong = tooMuch();
  try {
    return await inWorker(userId, { kind: 'distances', from, places }, () => tooLong);
  } catch (error) {
    if (error !== tooLong) throw error;
    return places.map(() => 0);
  }
}
