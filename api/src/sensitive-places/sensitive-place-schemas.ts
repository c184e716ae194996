import { Type } from 'typebox';
import { Exact, Id, Int32, Line, LineOrEmpty, Nullable, NullableText, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import type { OrderPlace } from './list-order-places.ts';
import { noticeKinds } from './notice-rules.ts';
import { placeKinds, type SensitivePlace } from './sensitive-place.ts';

export const maxBufferMetres = 5000;
const languages = ['en', 'vi'] as const;

const geometry = {
  type: OneOf(['Point', 'Polygon', 'MultiPolygon']),
  coordinates: Type.Array(Type.Unknown(), {
    description: 'Longitude then latitude in degrees of WGS84: a position, or rings of positions.',
  }),
};
const properties = {
  id: Id(),
  kind: OneOf(placeKinds),
  name: Type.String(),
  geometry: Exact(geometry, { description: 'GeoJSON geometry.' }),
  bufferMetres: Int32({ minimum: 0, maximum: maxBufferMetres, description: 'Orders that come this near show the place.' }),
  contact: Exact({
    name: NullableText(),
    phoneNumber: NullableText(),
    email: NullableText(),
    language: OneOf(languages, { description: 'Of the notices.' }),
    asksNotice: Type.Boolean({ description: 'Is mailed before work within the buffer.' }),
  }),
  notes: NullableText(),
  version: Int32({ minimum: 1 }),
  updatedAt: Timestamp(),
};
export const SensitivePlaceSchema = named('SensitivePlace', Exact(properties));
export const placeExample = {
  id: 3,
  kind: 'hives',
  name: 'Trại ong anh Sáu',
  geometry: { type: 'Point', coordinates: [105.4566, 10.5321] },
  bufferMetres: 300,
  contact: { name: 'Trần Văn Sáu', phoneNumber: '0912 345 678', email: 'sau@swath.example', language: 'vi', asksNotice: true },
  notes: '40 thùng, từ tháng 11 đến tháng 3',
  version: 1,
  updatedAt: '2026-11-15T02:30:00.000Z',
};

export const OrderPlaceSchema = named(
  'OrderSensitivePlace',
  Exact({
    ...properties,
    distanceMetres: Int32({ minimum: 0, description: 'From the field; 0: in it or at its edge.' }),
    notice: Nullable(
      Exact(
        { kind: OneOf(noticeKinds), sentAt: Timestamp() },
        { description: 'The last notice to the contact about this order; null: none.' },
      ),
    ),
  }),
);
export const orderPlaceExample = { ...placeExample, distanceMetres: 45, notice: { kind: 'upcoming', sentAt: '2026-11-15T02:30:00.000Z' } };

const details = {
  kind: OneOf(placeKinds),
  name: Line(200),
  geometry: Type.Object(geometry, { description: 'GeoJSON geometry: a point, or an area with the limits of the boundary of a field.' }),
  bufferMetres: properties.bufferMetres,
  contact: Type.Optional(
    Type.Object({
      name: Type.Optional(LineOrEmpty(200)),
      phoneNumber: Type.Optional(LineOrEmpty(30)),
      email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
      language: Type.Optional(OneOf(languages, { description: "Of the notices. Default: the company's." })),
      asksNotice: Type.Optional(
        Type.Boolean({
          description: 'Is mailed 48 hours before work within the buffer, and when it moves or is cancelled. Default: false.',
        }),
      ),
    }),
  ),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
};
export const NewPlaceBody = named('NewSensitivePlace', Type.Object(details));
export const PlaceChangeBody = named(
  'SensitivePlaceChange',
  Type.Object({
    ...details,
    version: Type.Optional(Int32({ minimum: 1, mayBeOmitted: true, description: 'The version that was read; a newer one answers 409.' })),
  }),
);
const { id: _, version: __, updatedAt: ___, ...newPlace } = placeExample;
export const newPlaceExample = newPlace;
export const placeChangeExample = { ...newPlace, version: 1 };

export const PlaceId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The sensitive place.'), example: 3 }) });

/** The properties of a place as JSON, without the braces. */
function propertiesJson({ id, ...place }: SensitivePlace): string {
  return `"id":${id},${JSON.stringify(place).slice(1, -1)}`;
}

export const placeJson = (place: SensitivePlace): string => `{${propertiesJson(place)}}`;

export const orderPlaceJson = ({ place, distanceMetres, notice }: OrderPlace): string =>
  `{${propertiesJson(place)},"distanceMetres":${distanceMetres},"notice":${JSON.stringify(notice ?? null)}}`;
