import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Id, Int32, named, OneOf, Text } from '../platform/http/schemas.ts';
import { detailsExample, OfficeDetailsBody } from './details-schemas.ts';
import { writeItem, writeRecord } from './record-json.ts';
import {
  countRecords,
  countRecordsOfSprayer,
  listRecords,
  listRecordsOfSprayer,
  type RecordFilter,
  recordSortColumns,
} from './record-list-store.ts';
import { countVersions, findRecord, listVersions } from './record-reader-store.ts';
import { RecordId, recordReaders } from './record-readers.ts';
import {
  RecordItemSchema,
  RecordSchema,
  RecordVersionSchema,
  recordExample,
  recordItemExample,
  recordVersionExample,
} from './record-schemas.ts';
import { recordNotFound, reviseSprayRecord } from './revise-spray-record.ts';

const filters = {
  state: Type.Optional(OneOf(['complete', 'incomplete'], { description: 'Only these.', example: 'incomplete' })),
  from: Type.Optional(CalendarDate({ description: "First date, on the company's calendar.", example: '2026-11-01' })),
  to: Type.Optional(CalendarDate({ description: 'Last date, inclusive.', example: '2026-11-30' })),
  orderId: Type.Optional(Type.Unsafe<string>({ ...Id('Only those of this order.'), example: 42 })),
};
const OfficeQuery = Type.Object({
  ...filters,
  farmerId: Type.Optional(Type.Unsafe<string>({ ...Id('Only those of this farmer.'), example: 7 })),
});

const RevisionBody = named(
  'SprayRecordRevision',
  Type.Object({
    version: Int32({ minimum: 1, description: 'The version that was looked at.' }),
    details: OfficeDetailsBody,
    reason: Type.Optional(
      Text(500, { description: 'Required to change a complete record or a value that the record has: why it is corrected.' }),
    ),
  }),
);

/** Spray records: lists, records, their versions, and revisions by the office. */
export function recordRoutes(deps: OrderDeps): Route[] {
  const { database, clock } = deps;
  const page = (filter: RecordFilter, pageable: Pageable) => {
    const { from, to } = filter;
    if (from !== undefined && to !== undefined && to < from) throw invalid({ path: 'to', message: 'must not be before from' });
    return readPage(
      pageable,
      () => countRecords(database.read, filter),
      async (limit, offset) => (await listRecords(database.read, filter, pageable.sort, limit, offset)).map(writeItem),
    );
  };
  const list = {
    method: 'GET',
    response: Paged('SprayRecordPage', RecordItemSchema),
    example: { content: [recordItemExample], page: pageExample },
  } as const;
  const sorted = { description: 'Default sort: newest first.', paging: { sortable: Object.keys(recordSortColumns) } };
  return [
    route({
      ...list,
      ...sorted,
      path: '/api/receptionist/spray-record/',
      operationId: 'listSprayRecords',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Spray records',
      query: OfficeQuery,
      handle: ({ query, pageable }) => page(query, pageable),
    }),
    route({
      ...list,
      ...sorted,
      path: '/api/farmer/spray-record/',
      operationId: 'listMySprayRecords',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Spray records of my orders',
      query: Type.Object(filters),
      handle: ({ query, pageable, user }) => page({ ...query, farmerId: user.id }, pageable),
    }),
    route({
      ...list,
      path: '/api/sprayer/spray-record/',
      operationId: 'listJobSprayRecords',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Spray records of my jobs',
      description: 'Newest first.',
      paging: { sortable: [] },
      handle: ({ pageable, user }) =>
        readPage(
          pageable,
          () => countRecordsOfSprayer(database.read, user.id),
          async (limit, offset) => (await listRecordsOfSprayer(database.read, user.id, limit, offset)).map(writeItem),
        ),
    }),
    ...recordReaders.flatMap(({ access, prefix, name, whose, readerOf }) => [
      route({
        method: 'GET',
        path: `${prefix}/spray-record/{id}`,
        operationId: `get${name}SprayRecord`,
        access,
        tag: access,
        summary: `Newest version of ${whose}`,
        params: RecordId,
        response: RecordSchema,
        example: recordExample,
        problems: ['NOT_FOUND'],
        async handle({ params, user }) {
          const record = await findRecord(database.read, params.id, readerOf(user));
          if (record === undefined) throw recordNotFound();
          return writeRecord(record);
        },
      }),
      route({
        method: 'GET',
        path: `${prefix}/spray-record/{id}/version/`,
        operationId: `list${name}SprayRecordVersions`,
        access,
        tag: access,
        summary: `Versions of ${whose}`,
        description: 'Newest first: who made them, when and why.',
        params: RecordId,
        paging: { sortable: [] },
        response: Paged('SprayRecordVersionPage', RecordVersionSchema),
        example: { content: [recordVersionExample], page: pageExample },
        problems: ['NOT_FOUND'],
        async handle({ params, user, pageable }) {
          const reader = readerOf(user);
          const count = await countVersions(database.read, params.id, reader);
          if (count === 0) throw recordNotFound();
          return readPage(
            pageable,
            async () => count,
            (limit, offset) => listVersions(database.read, params.id, reader, limit, offset),
          );
        },
      }),
    ]),
    route({
      method: 'POST',
      path: '/api/receptionist/spray-record/{id}/version',
      operationId: 'reviseSprayRecord',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Complete or correct a spray record',
      description:
        'Makes a new version; earlier versions stay. Fields that are left out stay unchanged, a blank text clears one. A complete record, or a value that the record has, is corrected with a reason. Without a difference there is no new version.',
      params: RecordId,
      body: RevisionBody,
      bodyExample: { version: 1, details: detailsExample, reason: 'The stage was not entered.' },
      response: RecordSchema,
      example: { ...recordExample, version: 2 },
      problems: ['NOT_FOUND', 'RECORD_CHANGED'],
      idempotent: true,
      async handle({ params, body, user, database: through }) {
        await reviseSprayRecord({ database: through, actor: user, now: clock() }, params.id, body);
        const record = await findRecord(through.write, params.id, {});
        if (record === undefined) throw recordNotFound();
        return writeRecord(record);
      },
    }),
  ];
}
