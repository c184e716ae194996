import { AppError } from '../errors.ts';
import { serveWorker } from '../platform/workers/serve-worker.ts';
import type { MeasuredBoundary } from './field.ts';
import type { FoundDetails, FoundGeometry } from './found-details-rules.ts';
import { unreadable } from './import-errors.ts';
import { measureBoundary } from './measure-boundary.ts';
import { readFieldFile } from './read-field-file.ts';

/** The thread that reads and measures the fields of one file. Started by import-in-worker.ts. */

export type ImportWorkerData = { file: Uint8Array; fileName: string; meridian: number | undefined } | { geometries: FoundGeometry[] };

/** A field of a file: measured, or with the reason why it cannot be used. */
export interface ReadField extends FoundDetails {
  name: string | undefined;
  measured: MeasuredBoundary | undefined;
  error: string | undefined;
}

serveWorker(async (data: ImportWorkerData): Promise<ReadField[]> => {
  try {
    const geometries = 'geometries' in data ? data.geometries : await readFieldFile(Buffer.from(data.file), data.fileName, data.meridian);
    return geometries.map(({ geometry, ...found }) => {
      const measured = measureBoundary(geometry);
      return 'error' in measured
        ? { ...found, measured: undefined, error: measured.error.message }
        : { ...found, measured, error: undefined };
    });
  } catch (error) {
    throw error instanceof AppError ? error : unreadable('The file cannot be read.');
  }
});
