import type { CatalogFacts } from '../catalog/catalog.ts';
import { invalid } from '../errors.ts';
import { polygonsOf } from './boundary-rules.ts';
import type { Field, FieldDetails, MeasuredBoundary, Position } from './field.ts';

/** What a farmer, the office or a file says about a field. */
export interface FieldInput {
  name: string;
  boundary?: unknown;
  latitude?: number;
  longitude?: number;
  cropType?: { id: string };
  obstacles?: string;
  notes?: string;
}

/** Details with a measured boundary. Throws with the path of the first invalid one. `before`: the field that is changed. */
export function plainDetails(
  crops: CatalogFacts['crops'],
  input: FieldInput,
  measured: MeasuredBoundary | null,
  prefix = '',
  before?: Field,
): FieldDetails {
  const cropId = input.cropType?.id ?? null;
  if (cropId !== null && cropId !== before?.cropId && crops.get(cropId)?.active !== true)
    throw invalid({ path: `${prefix}cropType.id`, message: 'is not a crop that we spray' });
  if ((input.latitude === undefined) !== (input.longitude === undefined))
    throw invalid({
      path: `${prefix}${input.latitude === undefined ? 'latitude' : 'longitude'}`,
      message: 'is required with the other coordinate',
    });
  const entry = input.longitude === undefined ? defaultEntry(measured) : ([input.longitude, input.latitude] as Position);
  if (entry === undefined) throw invalid({ path: `${prefix}latitude`, message: 'is required without a boundary' });
  return {
    name: input.name.trim(),
    measured,
    latitude: entry[1],
    longitude: entry[0],
    cropId,
    obstacles: input.obstacles?.trim() || null,
    notes: input.notes?.trim() || null,
  };
}

const defaultEntry = (measured: MeasuredBoundary | null): Position | undefined =>
  measured === null ? undefined : polygonsOf(measured.boundary)[0]?.[0]?.[0];
