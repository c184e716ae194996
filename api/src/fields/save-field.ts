import type { Catalog } from '../catalog/catalog.ts';
import { AppError, invalid } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { auditField } from './audit-field.ts';
import { extentOf, findFarmerLimitError } from './boundary-rules.ts';
import { checkFieldCount } from './check-field-count.ts';
import type { Field, FieldDetails } from './field.ts';
import { type FieldInput, plainDetails } from './field-details.ts';
import { findField, insertField, listBoundaryTexts, listFieldsNear, lockField, type NearField, updateField } from './field-store.ts';
import { findOverlapping, measureForUser } from './geometry-in-worker.ts';

export interface FieldContext {
  database: Database;
  catalog: Catalog;
  now: Date;
  /** Who changes a field, for the audit trail. */
  actorId: string;
  /** Only fields of this farmer are visible; undefined: all, for the office. */
  ownerId?: string | undefined;
}

export const noSuchField = (): AppError => new AppError('NOT_FOUND', 'There is no such field.');

/** The field, if the context may see it. */
export async function getField({ database, ownerId }: Pick<FieldContext, 'database' | 'ownerId'>, id: string): Promise<Field> {
  const field = await findField(database.read, id);
  if (field === undefined || (ownerId !== undefined && field.farmerId !== ownerId)) throw noSuchField();
  return field;
}

async function readDetails(catalog: Catalog, actorId: string, input: FieldInput, isOwn: boolean, before?: Field): Promise<FieldDetails> {
  const { crops } = await catalog.facts();
  const measured = input.boundary === undefined ? null : await measureForUser(actorId, input.boundary);
  if (measured !== null && 'error' in measured) throw invalid(measured.error);
  const limitError = measured !== null && isOwn ? findFarmerLimitError(measured.boundary) : undefined;
  // A large boundary that the office has drawn can stay.
  if (limitError !== undefined && JSON.stringify(measured?.boundary) !== JSON.stringify(before?.boundary)) throw invalid(limitError);
  return plainDetails(crops, input, measured, '', before);
}

async function cropNames(catalog: Catalog): Promise<(id: string) => string> {
  const { crops } = await catalog.facts();
  return (id) => crops.get(id)?.name ?? id;
}

/** Checks and measures a new field of a farmer, before the transaction that adds it. */
export const prepareField = (catalog: Catalog, actorId: string, farmerId: string, input: FieldInput): Promise<FieldDetails> =>
  readDetails(catalog, actorId, input, actorId === farmerId);

/** Adds a field of a farmer. */
export function addField({ database, catalog, now, actorId }: FieldContext, farmerId: string, details: FieldDetails): Promise<Field> {
  return database.transaction(async (tx) => {
    if (actorId === farmerId) await checkFieldCount(tx, farmerId, 1);
    const id = await insertField(tx, farmerId, details, now);
    if (id === undefined) throw new AppError('NOT_FOUND', 'There is no such farmer.');
    const field = (await findField(tx, id)) as Field;
    await auditField(tx, { actorId, now, cropName: await cropNames(catalog) }, undefined, field);
    return field;
  });
}

/** Replaces the details of a field. Orders keep the boundary that they were booked with. */
export async function changeField(
  { database, catalog, now, actorId, ownerId }: FieldContext,
  id: string,
  input: FieldInput & { archived?: boolean; version?: number },
): Promise<Field> {
  const details = await readDetails(catalog, actorId, input, ownerId !== undefined, await getField({ database, ownerId }, id));
  return database.transaction(async (tx) => {
    const field = await lockField(tx, id);
    if (field === undefined || (ownerId !== undefined && field.farmerId !== ownerId)) throw noSuchField();
    if (input.version !== undefined && input.version !== field.version)
      throw new AppError('FIELD_CHANGED', 'The field has changed since you looked at it. Please look again before you save.');
    await updateField(tx, id, details, input.archived ?? false, now);
    const changed = (await findField(tx, id)) as Field;
    await auditField(tx, { actorId, now, cropName: await cropNames(catalog) }, field, changed);
    return changed;
  });
}

/** Other fields of the company that share ground with this one. A farmer reads the names of own fields only. */
export async function listOverlaps(
  { database, actorId, ownerId }: Pick<FieldContext, 'database' | 'actorId' | 'ownerId'>,
  id: string,
): Promise<{ name: string | null; farmer: string | null }[]> {
  const field = await getField({ database, ownerId }, id);
  const { boundary } = field;
  if (boundary === null) return [];
  const found: { name: string | null; farmer: string | null }[] = [];
  for (const part of partsOf(await listFieldsNear(database.read, extentOf(boundary), id))) {
    const texts = await listBoundaryTexts(database.read, [...part.keys()]);
    const overlapping = await findOverlapping(
      actorId,
      boundary,
      texts.map(({ text }) => text),
    );
    for (const [at, other] of texts.entries()) {
      const field = part.get(other.id);
      if (overlapping[at] !== true || field === undefined) continue;
      found.push({
        name: ownerId === undefined || ownerId === field.farmerId ? field.name : null,
        farmer: ownerId === undefined ? field.farmerName : null,
      });
    }
  }
  return found;
}

/** Stored size of the boundaries that are read at once. */
const partBytes = 500_000;

/** Fields by id, in parts whose boundaries do not take much memory. */
function* partsOf(fields: readonly NearField[]): Generator<Map<string, NearField>> {
  let [part, bytes] = [new Map<string, NearField>(), 0];
  for (const field of fields) {
    if (part.size > 0 && bytes + field.bytes > partBytes) {
      yield part;
      [part, bytes] = [new Map(), 0];
    }
    part.set(field.id, field);
    bytes += field.bytes;
  }
  if (part.size > 0) yield part;
}
