import { Type } from 'typebox';
import { CropSchema, cropExample } from '../catalog/catalog-schemas.ts';
import { Exact, Id, Int32, Line, Nullable, NullableText, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import { boundaryLimits } from './boundary-rules.ts';
import type { Boundary, Field } from './field.ts';

/** A boundary of 20,000 points with 15 digits each. */
export const maxFieldBodyBytes = 1_500_000;

const geometry = {
  type: OneOf(['Polygon', 'MultiPolygon']),
  coordinates: Type.Array(Type.Unknown(), { description: 'Rings of positions, each longitude then latitude in degrees of WGS84.' }),
};
export const BoundarySchema = named('Boundary', Exact(geometry, { description: 'GeoJSON geometry; holes are allowed.' }));
const BoundaryInput = Type.Object(geometry, {
  description: `GeoJSON geometry, at most ${boundaryLimits.points} points, 100 m² to 100 km². Without it, only the entry point is known.`,
});
const boundary = {
  type: 'Polygon',
  coordinates: [
    [
      [105.4551, 10.5312],
      [105.4562, 10.5312],
      [105.4562, 10.5322],
      [105.4551, 10.5322],
      [105.4551, 10.5312],
    ],
  ],
};

const NullableArea = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

export const FieldSchema = named(
  'Field',
  Exact({
    id: Id(),
    farmer: Exact({ id: Id(), fullName: Type.String() }),
    name: Type.String(),
    boundary: Nullable(BoundarySchema),
    areaM2: NullableArea('Geodesic area of the boundary in m².'),
    area: NullableArea("Area in the company's unit; null: no boundary, or a unit whose size is not known."),
    latitude: Type.Number({ description: 'Entry point: where the crew drives to.' }),
    longitude: Type.Number(),
    cropType: Nullable(CropSchema),
    obstacles: NullableText(),
    notes: NullableText(),
    archived: Type.Boolean(),
    version: Int32({ minimum: 1 }),
    updatedAt: Timestamp(),
  }),
);
export const fieldExample = {
  id: 7,
  farmer: { id: 3, fullName: 'Nguyễn Văn Lúa' },
  name: 'Ruộng sau đình, Long Điền A',
  boundary,
  areaM2: 13314.83,
  area: 13.31,
  latitude: 10.5312,
  longitude: 105.4551,
  cropType: cropExample,
  obstacles: 'Đường điện phía bắc',
  notes: null,
  archived: false,
  version: 1,
  updatedAt: '2026-11-15T02:30:00.000Z',
};

/** Details besides name and boundary, of a form or a file. */
export const plainDetailFields = {
  latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Entry point; default: a point of the boundary.' })),
  longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  cropType: Type.Optional(Type.Object({ id: Id(), name: Type.Optional(Type.String()) }, { description: 'Only the id is used.' })),
  obstacles: Type.Optional(Type.String({ maxLength: 2000 })),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
};
const details = { name: Line(500), boundary: Type.Optional(BoundaryInput), ...plainDetailFields };
const detailsExample = {
  name: fieldExample.name,
  boundary,
  latitude: 10.5312,
  longitude: 105.4551,
  cropType: { id: 1 },
  obstacles: fieldExample.obstacles,
};

export const NewFieldBody = named('NewField', Type.Object(details));
export const NewCustomerFieldBody = named('NewCustomerField', Type.Object({ farmerId: Id('The owner.'), ...details }));
export const FieldChangeBody = named(
  'FieldChange',
  Type.Object({
    ...details,
    archived: Type.Optional(Type.Boolean({ description: 'Archived fields are not offered for booking. Default: false.' })),
    version: Type.Optional(Int32({ minimum: 1, mayBeOmitted: true, description: 'The version that was read; a newer one answers 409.' })),
  }),
);
export const newFieldExample = detailsExample;
export const newCustomerFieldExample = { farmerId: 3, ...detailsExample };
export const fieldChangeExample = { ...detailsExample, notes: null, archived: false, version: 1 };

export const FieldId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The field.'), example: 7 }) });
export const ArchivedQuery = {
  archived: Type.Optional(Type.Boolean({ description: 'Archived fields instead. Default: false.', example: false })),
};

export const OverlapSchema = named(
  'FieldOverlap',
  Exact({
    name: NullableText({ description: "null: another farmer's field, whose name is for the office only." }),
    farmer: NullableText({ description: 'Its farmer; null: not for you.' }),
  }),
);
export const overlapExample = { name: 'Ruộng cạnh kênh', farmer: null };

/** What writing a field needs from the catalogue. */
export interface FieldTexts {
  crop(id: string): string;
  area(areaM2: number): number | undefined;
}

export function writeField(field: Field, { crop, area }: FieldTexts): string {
  const { id, farmerId, farmerName, name, areaM2, latitude, longitude, cropId, obstacles, notes, archived, version, updatedAt } = field;
  const text = JSON.stringify;
  return (
    `{"id":${id},"farmer":{"id":${farmerId},"fullName":${text(farmerName)}},"name":${text(name)},"boundary":${boundaryJson(field.boundary)},` +
    `"areaM2":${areaM2},"area":${areaM2 === null ? null : (area(areaM2) ?? null)},"latitude":${latitude},"longitude":${longitude},` +
    `"cropType":${cropId === null ? 'null' : crop(cropId)},"obstacles":${text(obstacles)},"notes":${text(notes)},"archived":${archived},` +
    `"version":${version},"updatedAt":"${updatedAt}"}`
  );
}

export const boundaryJson = (value: Boundary | null): string => JSON.stringify(value);
