import { insertAudit } from '../accounts/audit-store.ts';
import { AppError, invalid } from '../errors.ts';
import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import type { Database } from '../platform/postgres/database.ts';
import { findFarmerLimitError } from './boundary-rules.ts';
import { checkFieldCount } from './check-field-count.ts';
import { indexBoundaries } from './duplicate-rules.ts';
import type { Field, MeasuredBoundary } from './field.ts';
import { insertFields, listBoundariesOf } from './field-store.ts';
import { readInWorker } from './import-in-worker.ts';
import type { FoundGeometry } from './read-field-file.ts';

export interface PreviewedField {
  name: string;
  measured: MeasuredBoundary | undefined;
  error: string | undefined;
  /** A field of the farmer with this boundary. */
  duplicateOf: Pick<Field, 'id' | 'name'> | undefined;
}

/** The fields of a file, with errors and duplicates. Stores nothing. */
export async function previewImport(
  { database, actorId }: { database: Database; actorId: string },
  farmerId: string,
  { file, fileName, meridian }: { file: Buffer; fileName: string; meridian: number | undefined },
): Promise<PreviewedField[]> {
  const read = await readInWorker(actorId, { file, fileName, meridian });
  const findStored = indexBoundaries(await listBoundariesOf(database.read, farmerId));
  const plainName = fileName.replace(/\.\w+$/, '').slice(0, 450) || 'Field';
  const limitErrorOf = (measured: MeasuredBoundary | undefined) =>
    measured === undefined || actorId !== farmerId ? undefined : findFarmerLimitError(measured.boundary)?.message;
  return mapWithPauses([...read.entries()], ([at, { name, measured, error }]) => {
    const limitError = limitErrorOf(measured);
    return {
      name: name ?? (read.length === 1 ? plainName : `${plainName} ${at + 1}`),
      measured: limitError === undefined ? measured : undefined,
      error: error ?? limitError,
      duplicateOf: measured === undefined ? undefined : findStored(measured),
    };
  });
}

export interface ImportedField {
  name: string;
  boundary: unknown;
}

/** The geometries are measured before the transaction, in a thread. */
export async function measureImport(
  actorId: string,
  farmerId: string,
  fields: readonly ImportedField[],
): Promise<{ name: string; measured: MeasuredBoundary }[]> {
  const geometries = fields.map(({ name, boundary }): FoundGeometry => ({ name, geometry: boundary }));
  const read = await readInWorker(actorId, { geometries });
  return read.map(({ measured, error }, at) => {
    const path = `fields.${at}.boundary`;
    if (measured === undefined) throw invalid({ path, message: error ?? 'is not valid' });
    const limitError = actorId === farmerId ? findFarmerLimitError(measured.boundary, path) : undefined;
    if (limitError !== undefined) throw invalid(limitError);
    return { name: (fields[at]?.name ?? '').trim(), measured };
  });
}

/** Adds all fields or none. Returns their number. */
export function importFields(
  { database, actorId, now }: { database: Database; actorId: string; now: Date },
  farmerId: string,
  fields: readonly { name: string; measured: MeasuredBoundary }[],
): Promise<number> {
  return database.transaction(async (tx) => {
    if (actorId === farmerId) await checkFieldCount(tx, farmerId, fields.length);
    const added = await insertFields(tx, farmerId, fields, now);
    if (added === 0) throw new AppError('NOT_FOUND', 'There is no such farmer.');
    const changes = [
      { field: 'added', from: null, to: added },
      { field: 'farmerId', from: null, to: farmerId },
    ];
    await insertAudit(tx, { actorId, action: 'field_import', subjectType: 'field', subjectId: null, changes }, now);
    return added;
  });
}
