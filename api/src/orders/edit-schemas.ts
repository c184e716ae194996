import { Type } from 'typebox';
import { maxArea } from '../catalog/catalog-schemas.ts';
import { roles } from '../platform/http/auth.ts';
import { Exact, Id, Line, NullableOneOf, NullableText, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import type { Row } from '../platform/postgres/database.ts';

const editFields = ['area', 'cropType', 'location', 'coordinates', 'note', 'cost'] as const;

export const EditBody = named(
  'OrderEdit',
  Type.Object(
    {
      location: Type.Optional(Line(500)),
      latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
      longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
      cropType: Type.Optional(Type.Object({ id: Id(), name: Type.Optional(Type.String()) }, { description: 'Only the id is used.' })),
      area: Type.Optional(Type.Number({ minimum: 1, maximum: maxArea })),
      fieldId: Type.Optional(Id('A field of the farmer of the order; the place follows from it.')),
      note: Type.Optional(Type.String({ maxLength: 1000, description: 'For the crew; a blank text removes it.' })),
    },
    { description: 'Omitted fields stay unchanged. Latitude and longitude change together.' },
  ),
);
export const editExample = { area: 14, note: 'Vào bằng lối sau đình; có tổ ong ở bờ đông.' };

const Value = Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] });
export const EditSchema = named(
  'OrderEditStep',
  Exact({
    id: Id('The id of the step in the timeline.'),
    timestamp: Timestamp(),
    by: NullableText(),
    role: NullableOneOf(roles),
    changes: Type.Array(Exact({ field: OneOf(editFields), from: Value, to: Value })),
  }),
);
export const editStepExample = {
  id: 5,
  timestamp: '2026-11-15T03:30:00.000Z',
  by: 'Nguyễn Văn Lúa',
  role: 'farmer',
  changes: [
    { field: 'area', from: 12.5, to: 14 },
    { field: 'cost', from: 375000, to: 420000 },
  ],
};
export const writeEdit = ([id, at, by, role, changes]: Row): string =>
  `{"id":${id},"timestamp":"${at}","by":${JSON.stringify(by ?? null)},"role":${JSON.stringify(role ?? null)},"changes":${changes}}`;

export const CrewNoteSchema = named('CrewNote', Exact({ note: NullableText({ description: 'Note to the crew; null: none.' }) }));

export const crewNoteExample = { note: editExample.note };

export const EditQuoteQuery = Type.Object({
  cropId: Type.Optional(Type.Unsafe<string>({ ...Id('The crop; that of the order if left out.'), example: 1 })),
  area: Type.Optional(
    Type.Number({ minimum: 1, maximum: maxArea, description: "In the company's unit; default: the area of the order.", example: 14 }),
  ),
});
