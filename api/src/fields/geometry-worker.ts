import { serveWorker } from '../platform/workers/serve-worker.ts';
import type { Boundary, MeasuredBoundary } from './field.ts';
import { type MeasureFailure, measureBoundary } from './measure-boundary.ts';
import { distanceWithinM, type Geometry } from './measure-distance.ts';
import { overlaps } from './overlap-rules.ts';

/** The thread that works on large boundaries. Started by geometry-in-worker.ts. */

export type GeometryWork =
  | { kind: 'measure'; value: unknown; path: string }
  | { kind: 'overlaps'; boundary: Boundary; others: readonly string[] }
  | { kind: 'distances'; from: Geometry; places: readonly { geometry: Geometry; limitM: number }[] };

export type GeometryResult = MeasuredBoundary | MeasureFailure | boolean[] | (number | undefined)[];

serveWorker((work: GeometryWork): GeometryResult => {
  if (work.kind === 'measure') return measureBoundary(work.value, work.path);
  if (work.kind === 'overlaps') return work.others.map((other) => overlaps(work.boundary, JSON.parse(other) as Boundary));
  return work.places.map(({ geometry, limitM }) => distanceWithinM(work.from, geometry, limitM));
});
