import { insertAudit } from '../accounts/audit-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError, invalid } from '../errors.ts';
import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import type { Database } from '../platform/postgres/database.ts';
import { findFarmerLimitError } from './boundary-rules.ts';
import { checkFieldCount } from './check-field-count.ts';
import { indexBoundaries } from './duplicate-rules.ts';
import type { Field, FieldDetails, MeasuredBoundary } from './field.ts';
import { type FieldInput, plainDetails } from './field-details.ts';
import { insertFields, listBoundariesOf } from './field-store.ts';
import type { FoundDetails, FoundGeometry } from './found-details-rules.ts';
import { readInWorker } from './import-in-worker.ts';

export interface PreviewedField extends Omit<FoundDetails, 'crop'> {
  name: string;
  cropId: string | null;
  measured: MeasuredBoundary | undefined;
  error: string | undefined;
  /** A field of the farmer with this boundary. */
  duplicateOf: Pick<Field, 'id' | 'name'> | undefined;
}

/** The fields of a file, with errors and duplicates. Stores nothing. */
export async function previewImport(
  { database, catalog, actorId }: { database: Database; catalog: Catalog; actorId: string },
  farmerId: string,
  { file, fileName, meridian }: { file: Buffer; fileName: string; meridian: number | undefined },
): Promise<PreviewedField[]> {
  const read = await readInWorker(actorId, { file, fileName, meridian });
  const findStored = indexBoundaries(await listBoundariesOf(database.read, farmerId));
  const { crops } = await catalog.facts();
  const cropsByName = new Map([...crops.values()].filter(({ active }) => active).map(({ id, name }) => [name.toLowerCase(), id]));
  const plainName = fileName.replace(/\.\w+$/, '').slice(0, 450) || 'Field';
  const limitErrorOf = (measured: MeasuredBoundary | undefined) =>
    measured === undefined || actorId !== farmerId ? undefined : findFarmerLimitError(measured.boundary)?.message;
  return mapWithPauses([...read.entries()], ([at, { name, measured, error, crop, ...details }]) => {
    const limitError = limitErrorOf(measured);
    return {
      ...details,
      cropId: crop === undefined ? null : (cropsByName.get(crop.toLowerCase()) ?? null),
      name: name ?? (read.length === 1 ? plainName : `${plainName} ${at + 1}`),
      measured: limitError === undefined ? measured : undefined,
      error: error ?? limitError,
      duplicateOf: measured === undefined ? undefined : findStored(measured),
    };
  });
}

/** A field as it was previewed; the user may have left details out. */
export type ImportedField = FieldInput & { boundary: unknown };

export type MeasuredField = FieldDetails & { measured: MeasuredBoundary };

/** The geometries are measured before the transaction, in a thread. */
export async function measureImport(
  catalog: Catalog,
  actorId: string,
  farmerId: string,
  fields: readonly ImportedField[],
): Promise<MeasuredField[]> {
  const { crops } = await catalog.facts();
  const geometries = fields.map(({ name, boundary }): FoundGeometry => ({ name, geometry: boundary }));
  const read = await readInWorker(actorId, { geometries });
  return read.map(({ measured, error }, at) => {
    const path = `fields.${at}.boundary`;
    if (measured === undefined) throw invalid({ path, message: error ?? 'is not valid' });
    const limitError = actorId === farmerId ? findFarmerLimitError(measured.boundary, path) : undefined;
    if (limitError !== undefined) throw invalid(limitError);
    return { ...plainDetails(crops, fields[at] as ImportedField, measured, `fields.${at}.`), measured };
  });
}

/** Adds all fields or none. Returns their number. */
export function importFields(
  { database, actorId, now }: { database: Database; actorId: string; now: Date },
  farmerId: string,
  fields: readonly MeasuredField[],
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
