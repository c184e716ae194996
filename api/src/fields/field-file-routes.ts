import { Type } from 'typebox';
import { areaInUnit } from '../catalog/area-unit-rules.ts';
import { cropJson } from '../catalog/catalog.ts';
import { CropSchema, cropExample } from '../catalog/catalog-schemas.ts';
import type { Crop } from '../catalog/catalog-store.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, Int32, Line, Nullable, NullableText, named, OneOf } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { exportInWorker } from './export-in-worker.ts';
import type { FieldDeps } from './field-context.ts';
import { BoundarySchema, boundaryJson, fieldExample, plainDetailFields } from './field-schemas.ts';
import { importFields, measureImport, type PreviewedField, previewImport } from './import-fields.ts';
import { importLimits } from './import-limits.ts';

const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] });
const PreviewSchema = named(
  'FieldImportPreview',
  Exact({
    fields: Type.Array(
      Exact({
        name: Type.String(),
        boundary: Nullable(BoundarySchema),
        areaM2: NullableNumber,
        area: NullableNumber,
        latitude: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'Entry point; null: the file has none.' }),
        longitude: NullableNumber,
        cropType: Nullable(CropSchema),
        obstacles: NullableText(),
        notes: NullableText(),
        error: NullableText({ description: 'Why it cannot be imported.' }),
        duplicateOf: NullableText({ description: 'Name of a field of the farmer with the same boundary.' }),
      }),
    ),
  }),
);
const previewedDetails = { latitude: 10.5312, longitude: 105.4551, cropType: cropExample, obstacles: fieldExample.obstacles, notes: null };
const previewExample = {
  fields: [
    {
      name: fieldExample.name,
      boundary: fieldExample.boundary,
      areaM2: 13314.83,
      area: 13.31,
      ...previewedDetails,
      error: null,
      duplicateOf: null,
    },
  ],
};
const ImportBody = named(
  'FieldImport',
  Type.Object({
    fields: Type.Array(
      Type.Object({
        name: Line(500),
        boundary: Type.Object({ type: OneOf(['Polygon', 'MultiPolygon']), coordinates: Type.Array(Type.Unknown()) }),
        ...plainDetailFields,
      }),
      { minItems: 1, maxItems: importLimits.fields },
    ),
  }),
);
const importExample = { fields: [{ name: fieldExample.name, boundary: fieldExample.boundary }] };
const ImportedSchema = named('FieldImportResult', Exact({ added: Int32({ minimum: 0 }) }));
/** JSON of a file of 10 MB. */
const maxImportBytes = 30_000_000;

const fileQuery = {
  fileName: Type.Optional(
    Line(200, { description: 'Name of the file; fields without a name are called after it.', example: 'fields.kml' }),
  ),
  meridian: Type.Optional(
    Type.Number({ minimum: 100, maximum: 112, description: 'Central meridian of a list of VN-2000 coordinates.', example: 104.75 }),
  ),
};
const farmerIdQuery = { farmerId: Type.Unsafe<string>({ ...Id('The owner.'), example: 3 }) };

const previewing = {
  method: 'POST',
  description:
    'The file itself as the body: GeoJSON, KML, KMZ, GPX, ISOXML TASKDATA, zipped shapefile, or a list of VN-2000 coordinates. Stores nothing.',
  uploads: { types: ['application/octet-stream'], limit: importLimits.fileBytes },
  response: PreviewSchema,
  example: previewExample,
  problems: ['FIELD_FILE_UNREADABLE'],
} as const;
const importing = {
  method: 'POST',
  description: 'Adds all fields or none.',
  body: ImportBody,
  bodyExample: importExample,
  bodyLimit: maxImportBytes,
  response: ImportedSchema,
  example: { added: 1 },
  problems: ['NOT_FOUND', 'FIELD_FILE_UNREADABLE'],
  idempotent: true,
} as const;

const formats = {
  geojson: { extension: 'geojson' },
  kml: { extension: 'kml' },
  isoxml: { extension: 'zip' },
  shapefile: { extension: 'zip' },
} as const;
type Format = keyof typeof formats;
const exporting = {
  method: 'GET',
  description: 'All current fields with a boundary: GeoJSON, KML, ISOXML task data (ZIP) or shapefile (ZIP).',
  params: Type.Object({ format: OneOf(Object.keys(formats) as Format[], { description: 'The format.', example: 'geojson' }) }),
  response: Type.String({ contentMediaType: 'application/octet-stream' }),
  contentType: 'application/octet-stream',
  example: '',
  problems: ['EXPORT_TOO_LARGE'],
} as const;

const cropText = (crop: Crop | undefined): string => (crop === undefined ? 'null' : cropJson(crop));

/** Fields from files, and to files. */
export function fieldFileRoutes({ database, catalog, clock }: FieldDeps): Route[] {
  const contextOf = (through: Database, user: { id: string }) => ({ database: through, actorId: user.id, now: clock() });
  const writePreview = async (fields: PreviewedField[]): Promise<string> => {
    const { company, crops } = await catalog.facts();
    const { areaUnit } = company;
    const rows = fields.map(({ name, measured, error = null, duplicateOf, entryPoint, cropId, obstacles = null, notes = null }) => {
      const area = measured === undefined ? undefined : areaInUnit(measured.areaM2, areaUnit);
      return `{"name":${JSON.stringify(name)},"boundary":${boundaryJson(measured?.boundary ?? null)},"areaM2":${measured?.areaM2 ?? null},"area":${area ?? null},"latitude":${entryPoint?.[1] ?? null},"longitude":${entryPoint?.[0] ?? null},"cropType":${cropText(crops.get(cropId ?? ''))},"obstacles":${JSON.stringify(obstacles)},"notes":${JSON.stringify(notes)},"error":${JSON.stringify(error)},"duplicateOf":${JSON.stringify(duplicateOf?.name ?? null)}}`;
    });
    return `{"fields":[${rows.join(',')}]}`;
  };
  const preview = async (
    actorId: string,
    farmerId: string,
    upload: Buffer,
    { fileName = 'fields', meridian }: { fileName?: string; meridian?: number },
  ) => writePreview(await previewImport({ database, catalog, actorId }, farmerId, { file: upload, fileName, meridian }));
  const send = async (
    userId: string,
    farmerId: string | undefined,
    format: Format,
    reply: { headers(values: object): unknown; send(body: unknown): unknown },
  ) => {
    const { extension } = formats[format];
    const file = await exportInWorker(database.read, userId, farmerId, format);
    reply.headers({
      'content-type': exporting.contentType,
      'content-disposition': `attachment; filename="swath-fields-${format}.${extension}"`,
    });
    reply.send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    return '';
  };
  return [
    route({
      ...previewing,
      path: '/api/farmer/field-import/preview',
      operationId: 'previewFarmerFieldImport',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Read a file with fields of mine',
      query: Type.Object(fileQuery),
      handle: ({ user, upload, query }) => preview(user.id, user.id, upload, query),
    }),
    route({
      ...previewing,
      path: '/api/receptionist/field-import/preview',
      operationId: 'previewFieldImport',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Read a file with fields of a farmer',
      query: Type.Object({ ...farmerIdQuery, ...fileQuery }),
      handle: ({ user, upload, query }) => preview(user.id, query.farmerId, upload, query),
    }),
    route({
      ...importing,
      path: '/api/farmer/field-import',
      operationId: 'importFarmerFields',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Add fields of mine from a file',
      prepare: ({ user, body }) => measureImport(catalog, user.id, user.id, body.fields),
      handle: async ({ database: through, user }, measured) => ({ added: await importFields(contextOf(through, user), user.id, measured) }),
    }),
    route({
      ...importing,
      path: '/api/receptionist/field-import',
      operationId: 'importFields',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Add fields of a farmer from a file',
      query: Type.Object(farmerIdQuery),
      prepare: ({ user, query, body }) => measureImport(catalog, user.id, query.farmerId, body.fields),
      handle: async ({ database: through, query, user }, measured) => ({
        added: await importFields(contextOf(through, user), query.farmerId, measured),
      }),
    }),
    route({
      ...exporting,
      path: '/api/farmer/field-export/{format}',
      operationId: 'exportFarmerFields',
      access: 'farmer',
      tag: 'farmer',
      summary: 'My fields as a file',
      handle: ({ user, params, reply }) => send(user.id, user.id, params.format, reply),
    }),
    route({
      ...exporting,
      path: '/api/receptionist/field-export/{format}',
      operationId: 'exportFields',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Fields of all farmers, or of one, as a file',
      description: `${exporting.description} At most 5,000.`,
      query: Type.Object({ farmerId: Type.Optional(farmerIdQuery.farmerId) }),
      handle: ({ user, query, params, reply }) => send(user.id, query.farmerId, params.format, reply),
    }),
  ];
}
