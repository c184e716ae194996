import { Type } from 'typebox';
import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, Int32, named } from '../platform/http/schemas.ts';
import type { Boundary, Extent } from './field.ts';
import type { FieldDeps } from './field-context.ts';
import { listFieldsOnMap, mapPageSize } from './field-map-store.ts';
import { BoundarySchema, boundaryJson, fieldExample } from './field-schemas.ts';
import { MapBox, readMapBox } from './map-box.ts';
import { pixelDegrees, simplifyBoundary } from './simplify-rules.ts';

const FieldMapSchema = named(
  'FieldMap',
  Exact({
    fields: Type.Array(Exact({ id: Id(), name: Type.String(), farmer: Type.String(), boundary: BoundarySchema })),
    next: Type.Unsafe<string | null>({
      type: ['integer', 'null'],
      format: 'int64',
      minimum: 1,
      description: 'Value of `after` for the next part; null: these are all.',
    }),
  }),
);

/** Fields smaller than this many pixels are drawn as boxes. */
const smallestPixels = 4;
/** Points nearer than this to the line between their neighbours are left out. */
const tolerancePixels = 0.75;

const boxBoundary = ({ west, south, east, north }: Extent): Boundary => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

/** The boundaries in a part of the map. */
export function fieldMapRoutes({ database }: FieldDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/field-map',
      operationId: 'getFieldMap',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Boundaries of current fields in a part of the map',
      description: `Simplified to the pixels of the zoom. At most ${mapPageSize} at once, by id; fewer if boundaries are large.`,
      query: Type.Object({
        box: MapBox,
        zoom: Int32({ minimum: 0, maximum: 22, description: 'Zoom of the map, with tiles of 256 pixels.', example: 14 }),
        farmerId: Type.Optional(Type.Unsafe<string>({ ...Id('Only fields of this farmer.'), example: 3 })),
        after: Type.Optional(Type.Unsafe<string>({ ...Id('Only fields after this one: `next` of the part before.'), example: 6 })),
      }),
      response: FieldMapSchema,
      example: {
        fields: [{ id: 7, name: fieldExample.name, farmer: fieldExample.farmer.fullName, boundary: fieldExample.boundary }],
        next: null,
      },
      async handle({ query }) {
        const pixel = pixelDegrees(query.zoom);
        const { fields, next } = await listFieldsOnMap(database.read, {
          box: readMapBox(query.box),
          afterId: query.after ?? '0',
          farmerId: query.farmerId,
          smallestDegrees: pixel * smallestPixels,
        });
        const rows = await mapWithPauses(
          fields,
          ({ id, name, farmerName, boundary, extent }) =>
            `{"id":${id},"name":${JSON.stringify(name)},"farmer":${JSON.stringify(farmerName)},"boundary":${boundaryJson(simplifyBoundary(boundary ?? boxBoundary(extent), pixel * tolerancePixels))}}`,
        );
        return `{"fields":[${rows.join(',')}],"next":${next ?? null}}`;
      },
    }),
  ];
}
