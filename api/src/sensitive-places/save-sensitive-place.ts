import { differences, insertAudit } from '../accounts/audit-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Language } from '../catalog/catalog-words.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { checkPlaceOf, type PlaceInput } from './check-sensitive-place.ts';
import type { CheckedPlace, PlaceDetails, SensitivePlace } from './sensitive-place.ts';
import { deletePlace, findPlace, insertPlace, lockPlace, updatePlace } from './sensitive-place-store.ts';

export interface PlaceContext {
  database: Database;
  catalog: Catalog;
  actorId: string;
  now: Date;
}

export const noSuchPlace = (): AppError => new AppError('NOT_FOUND', 'There is no such sensitive place.');

/** What the audit trail shows: the geometry as text. */
const audited = ({ kind, name, geometry, bufferMetres, contact, notes }: PlaceDetails) => ({
  ...{ kind, name, bufferMetres, notes },
  geometry: JSON.stringify(geometry).slice(0, 200),
  contactName: contact.name,
  contactPhone: contact.phoneNumber,
  contactEmail: contact.email,
  contactLanguage: contact.language,
  asksNotice: contact.asksNotice,
});

async function languageOf(catalog: Catalog): Promise<Language> {
  return (await catalog.facts()).company.locale.startsWith('vi') ? 'vi' : 'en';
}

/** Checks and measures a place, before the transaction that adds it. */
export const preparePlace = async (catalog: Catalog, actorId: string, input: PlaceInput): Promise<CheckedPlace> =>
  checkPlaceOf(actorId, input, await languageOf(catalog));

/** Adds a place. */
export function addPlace({ database, actorId, now }: PlaceContext, place: CheckedPlace): Promise<SensitivePlace> {
  return database.transaction(async (tx) => {
    const id = await insertPlace(tx, place, now);
    const changes = differences({}, audited(place));
    await insertAudit(tx, { actorId, action: 'sensitive_place_create', subjectType: 'sensitive_place', subjectId: id, changes }, now);
    return (await findPlace(tx, id)) as SensitivePlace;
  });
}

/** Replaces the details of a place. */
export async function changePlace(
  { database, catalog, actorId, now }: PlaceContext,
  id: string,
  input: PlaceInput & { version?: number },
): Promise<SensitivePlace> {
  const place = await preparePlace(catalog, actorId, input);
  return database.transaction(async (tx) => {
    const before = await lockPlace(tx, id);
    if (before === undefined) throw noSuchPlace();
    if (input.version !== undefined && input.version !== before.version)
      throw new AppError('SENSITIVE_PLACE_CHANGED', 'The place has changed since you looked at it. Please look again before you save.');
    await updatePlace(tx, id, place, now);
    const changes = differences(audited(before), audited(place));
    if (changes.length > 0)
      await insertAudit(tx, { actorId, action: 'sensitive_place_update', subjectType: 'sensitive_place', subjectId: id, changes }, now);
    return (await findPlace(tx, id)) as SensitivePlace;
  });
}

/** Deletes a place. Its contact gets no more notices. */
export function removePlace({ database, actorId, now }: PlaceContext, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const before = await lockPlace(tx, id);
    if (before === undefined) throw noSuchPlace();
    await deletePlace(tx, id);
    const changes = [
      { field: 'kind', from: before.kind, to: null },
      { field: 'name', from: before.name, to: null },
    ];
    await insertAudit(tx, { actorId, action: 'sensitive_place_delete', subjectType: 'sensitive_place', subjectId: id, changes }, now);
  });
}
