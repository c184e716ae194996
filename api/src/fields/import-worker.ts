import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { MeasuredBoundary } from './field.ts';
import { measureBoundary } from './measure-boundary.ts';
import { type FoundGeometry, readFieldFile } from './read-field-file.ts';

/** The thread that reads and measures the fields of one file and ends. Started by import-in-worker.ts. */

export type ImportWorkerData = { file: Uint8Array; fileName: string; meridian: number | undefined } | { geometries: FoundGeometry[] };

/** A field of a file: measured, or with the reason why it cannot be used. */
export interface ReadField {
  name: string | undefined;
  measured: MeasuredBoundary | undefined;
  error: string | undefined;
}

export type ImportWorkerMessage = { fields: ReadField[] } | { problem: string };

if (!isMainThread && parentPort !== null) {
  const data = workerData as ImportWorkerData;
  let message: ImportWorkerMessage;
  try {
    const geometries = 'geometries' in data ? data.geometries : await readFieldFile(Buffer.from(data.file), data.fileName, data.meridian);
    message = {
      fields: geometries.map(({ name, geometry }) => {
        const measured = measureBoundary(geometry);
        return 'error' in measured ? { name, measured: undefined, error: measured.error.message } : { name, measured, error: undefined };
      }),
    };
  } catch (error) {
    message = { problem: error instanceof AppError ? error.message : 'The file cannot be read.' };
  }
  parentPort.postMessage(message);
}
