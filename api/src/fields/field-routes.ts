import { Type } from 'typebox';
import { areaInUnit } from '../catalog/area-unit-rules.ts';
import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Id } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Field } from './field.ts';
import type { FieldDeps } from './field-context.ts';
import {
  ArchivedQuery,
  FieldChangeBody,
  FieldId,
  FieldSchema,
  fieldChangeExample,
  fieldExample,
  maxFieldBodyBytes,
  NewCustomerFieldBody,
  NewFieldBody,
  newCustomerFieldExample,
  newFieldExample,
  OverlapSchema,
  overlapExample,
  writeField,
} from './field-schemas.ts';
import { countFields, type FieldFilter, listFields } from './field-store.ts';
import { addField, changeField, type FieldContext, getField, listOverlaps, prepareField } from './save-field.ts';

const farmer = { access: 'farmer', tag: 'farmer' } as const;
const office = { access: 'receptionist', tag: 'receptionist' } as const;
const listing = {
  method: 'GET',
  description: 'Sorted by name.',
  paging: { sortable: [] },
  response: Paged('FieldPage', FieldSchema),
  example: { content: [fieldExample], page: pageExample },
} as const;
const one = { params: FieldId, problems: ['NOT_FOUND'] } as const;
const answer = { response: FieldSchema, example: fieldExample } as const;
const adding = { ...answer, method: 'POST', bodyLimit: maxFieldBodyBytes, idempotent: true } as const;
const changing = {
  ...one,
  ...answer,
  method: 'PUT',
  description: 'Replaces all details: what is left out is removed. Orders keep the boundary that they were booked with.',
  body: FieldChangeBody,
  bodyExample: fieldChangeExample,
  bodyLimit: maxFieldBodyBytes,
  problems: ['NOT_FOUND', 'FIELD_CHANGED'],
} as const;
const overlapping = {
  ...one,
  method: 'GET',
  description: 'Fields of all farmers whose boundary shares ground with this one. Neighbours with a common edge do not count.',
  paging: { sortable: [] },
  response: Paged('FieldOverlapPage', OverlapSchema),
  example: { content: [overlapExample], page: pageExample },
} as const;

/** The registry of fields: a farmer's own, and those of all farmers for the office. */
export function fieldRoutes({ database, catalog, clock }: FieldDeps): Route[] {
  const write = async (fields: Field[]): Promise<string[]> => {
    await catalog.ensureLoaded(
      fields.flatMap(({ cropId }) => cropId ?? []),
      [],
    );
    const { company } = await catalog.facts();
    const crop = (id: string) => catalog.fragments.crop?.(id) ?? 'null';
    return mapWithPauses(fields, (field) => writeField(field, { crop, area: (areaM2) => areaInUnit(areaM2, company.areaUnit) }));
  };
  const writeOne = async (field: Field): Promise<string> => (await write([field]))[0] as string;
  const page = (filter: FieldFilter, pageable: Pageable) =>
    readPage(
      pageable,
      () => countFields(database.read, filter),
      async (limit, offset) => write(await listFields(database.read, filter, limit, offset)),
    );
  const overlapPage = async (context: Pick<FieldContext, 'database' | 'actorId' | 'ownerId'>, id: string, pageable: Pageable) => {
    const found = (await listOverlaps(context, id)).map((overlap) => JSON.stringify(overlap));
    return readPage(
      pageable,
      async () => found.length,
      async (limit, offset) => found.slice(offset, offset + limit),
    );
  };
  const context = (through: Database, actorId: string, ownerId?: string): FieldContext => ({
    ...{ database: through, catalog, now: clock(), actorId, ownerId },
  });
  return [
    route({
      ...farmer,
      ...listing,
      path: '/api/farmer/field/',
      operationId: 'listFarmerFields',
      summary: 'My fields',
      query: Type.Object(ArchivedQuery),
      handle: ({ query, user, pageable }) => page({ farmerId: user.id, archived: query.archived ?? false }, pageable),
    }),
    route({
      ...farmer,
      ...adding,
      path: '/api/farmer/field',
      operationId: 'addFarmerField',
      summary: 'Add a field of mine',
      body: NewFieldBody,
      bodyExample: newFieldExample,
      prepare: ({ body, user }) => prepareField(catalog, user.id, user.id, body),
      handle: async ({ database: through, user }, details) => writeOne(await addField(context(through, user.id), user.id, details)),
    }),
    route({
      ...farmer,
      ...one,
      ...answer,
      method: 'GET',
      path: '/api/farmer/field/{id}',
      operationId: 'getFarmerField',
      summary: 'One of my fields',
      handle: async ({ params, user }) => writeOne(await getField({ database, ownerId: user.id }, params.id)),
    }),
    route({
      ...farmer,
      ...changing,
      path: '/api/farmer/field/{id}',
      operationId: 'changeFarmerField',
      summary: 'Change or archive one of my fields',
      handle: async ({ database: through, params, body, user }) =>
        writeOne(await changeField(context(through, user.id, user.id), params.id, body)),
    }),
    route({
      ...farmer,
      ...overlapping,
      path: '/api/farmer/field/{id}/overlap/',
      operationId: 'listFarmerFieldOverlaps',
      summary: 'Fields that overlap one of mine',
      handle: ({ params, user, pageable }) => overlapPage({ database, actorId: user.id, ownerId: user.id }, params.id, pageable),
    }),
    route({
      ...office,
      ...listing,
      path: '/api/receptionist/field/',
      operationId: 'listFields',
      summary: 'Fields of all farmers, or of one',
      query: Type.Object({
        ...ArchivedQuery,
        farmerId: Type.Optional(Type.Unsafe<string>({ ...Id('Only fields of this farmer.'), example: 3 })),
      }),
      handle: ({ query, pageable }) => page({ farmerId: query.farmerId, archived: query.archived ?? false }, pageable),
    }),
    route({
      ...office,
      ...adding,
      path: '/api/receptionist/field',
      operationId: 'addField',
      summary: "Add a farmer's field",
      body: NewCustomerFieldBody,
      bodyExample: newCustomerFieldExample,
      problems: ['NOT_FOUND'],
      prepare: ({ body, user }) => prepareField(catalog, user.id, body.farmerId, body),
      handle: async ({ database: through, body, user }, details) =>
        writeOne(await addField(context(through, user.id), body.farmerId, details)),
    }),
    route({
      ...office,
      ...one,
      ...answer,
      method: 'GET',
      path: '/api/receptionist/field/{id}',
      operationId: 'getField',
      summary: 'A field',
      handle: async ({ params }) => writeOne(await getField({ database }, params.id)),
    }),
    route({
      ...office,
      ...changing,
      path: '/api/receptionist/field/{id}',
      operationId: 'changeField',
      summary: 'Change or archive a field',
      handle: async ({ database: through, params, body, user }) => writeOne(await changeField(context(through, user.id), params.id, body)),
    }),
    route({
      ...office,
      ...overlapping,
      path: '/api/receptionist/field/{id}/overlap/',
      operationId: 'listFieldOverlaps',
      summary: 'Fields that overlap this one',
      handle: ({ params, user, pageable }) => overlapPage({ database, actorId: user.id }, params.id, pageable),
    }),
  ];
}
