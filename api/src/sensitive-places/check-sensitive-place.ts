import { findPhoneError, normalizePhone } from '../accounts/account-rules.ts';
import type { Language } from '../catalog/catalog-words.ts';
import { type FieldError, invalid } from '../errors.ts';
import { readPosition } from '../fields/boundary-rules.ts';
import type { MeasuredBoundary } from '../fields/field.ts';
import { measureForUser } from '../fields/geometry-in-worker.ts';
import { type MeasureFailure, measureBoundary } from '../fields/measure-boundary.ts';
import { type Geometry, geometryExtent, widen } from '../fields/measure-distance.ts';
import type { CheckedPlace, PlaceKind } from './sensitive-place.ts';

export interface PlaceInput {
  kind: PlaceKind;
  name: string;
  geometry: { type: string; coordinates: unknown[] };
  bufferMetres: number;
  contact?: { name?: string; phoneNumber?: string; email?: string; language?: Language; asksNotice?: boolean };
  notes?: string;
}

type Measured = MeasuredBoundary | MeasureFailure;

/** The rules of boundaries of fields, and a point. */
function checkGeometry(value: PlaceInput['geometry'], measured?: Measured): { geometry: Geometry } | { error: FieldError } {
  if (measured !== undefined) return 'error' in measured ? measured : { geometry: measured.boundary };
  const read = readPosition(value.coordinates, 'geometry.coordinates');
  return 'error' in read ? read : { geometry: { type: 'Point', coordinates: read.position } };
}

/** The details as they are stored; or all errors. A large area is measured in a thread, for the user who has sent it. */
export async function checkPlaceOf(userId: string, input: PlaceInput, standard: Language): Promise<CheckedPlace> {
  const { geometry } = input;
  return toCheckedPlace(input, standard, geometry.type === 'Point' ? undefined : await measureForUser(userId, geometry, 'geometry'));
}

/** The details of a small place as they are stored; or all errors. */
export const checkPlace = (input: PlaceInput, standard: Language): CheckedPlace =>
  toCheckedPlace(input, standard, input.geometry.type === 'Point' ? undefined : measureBoundary(input.geometry, 'geometry'));

function toCheckedPlace(
  { kind, name, geometry, bufferMetres, contact = {}, notes }: PlaceInput,
  standard: Language,
  measured: Measured | undefined,
): CheckedPlace {
  const checked = checkGeometry(geometry, measured);
  const phone = contact.phoneNumber?.trim() || null;
  const email = contact.email?.trim() || null;
  const asksNotice = contact.asksNotice ?? false;
  const phoneError = phone === null ? undefined : findPhoneError(phone);
  const errors: FieldError[] = [
    ...('error' in checked ? [checked.error] : []),
    ...(phoneError === undefined ? [] : [{ path: 'contact.phoneNumber', message: phoneError }]),
    ...(asksNotice && email === null ? [{ path: 'contact.email', message: 'is required for notices' }] : []),
  ];
  if ('error' in checked || errors.length > 0) throw invalid(...errors);
  return {
    kind,
    name: name.trim(),
    geometry: checked.geometry,
    bufferMetres,
    extent: widen(geometryExtent(checked.geometry), bufferMetres),
    contact: {
      name: contact.name?.trim() || null,
      phoneNumber: phone === null ? null : normalizePhone(phone),
      email,
      language: contact.language ?? standard,
      asksNotice,
    },
    notes: notes?.trim() || null,
  };
}
