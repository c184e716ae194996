import { AppError } from '../errors.ts';
import type { Db } from '../platform/postgres/database.ts';
import { runInWorker, workerFile } from '../platform/workers/run-in-worker.ts';
import type { ExportFormat } from './export-worker.ts';
import { findExportedFields, listExportedIds, type StoredField } from './field-export-store.ts';

const limits = { maxHeapMb: 384, timeoutMs: 60_000 };
const fieldsPerPart = 20;
const tooMuch = () =>
  new AppError('EXPORT_TOO_LARGE', 'These fields have too many points for one file. The office can export those of one farmer at a time.');

/** Writes current fields with a boundary, of one farmer or of all, to a file. The thread reads them in parts, so that they are never in memory of the service as a whole. */
export async function exportInWorker(db: Db, userId: string, farmerId: string | undefined, format: ExportFormat): Promise<Uint8Array> {
  const ids = await listExportedIds(db, farmerId);
  return runInWorker(userId, {
    ...limits,
    file: workerFile('./export-worker.js', import.meta.url),
    data: format,
    tooMuch,
    answer: async (_: 'more fields'): Promise<StoredField[] | undefined> => {
      const part = ids.splice(0, fieldsPerPart);
      return part.length === 0 ? undefined : findExportedFields(db, part);
    },
  });
}
