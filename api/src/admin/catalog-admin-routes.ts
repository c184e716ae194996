import { Type } from 'typebox';
import { type Catalog, sessionJson } from '../catalog/catalog.ts';
import { LocalTimeSchema, maxArea as largestArea, sessionExample } from '../catalog/catalog-schemas.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Int32, Line, named } from '../platform/http/schemas.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { readLocalTime } from './catalog-admin-rules.ts';
import { countCrops, countSessions, cropSortColumns, listCrops, listSessions, sessionSortColumns } from './catalog-admin-store.ts';
import { changeCrop, changeSession, createCrop, createSession } from './change-catalog.ts';

const PricedCropSchema = named(
  'PricedCrop',
  Exact({
    id: Id(),
    name: Type.String(),
    price: Type.Number({ description: "Per unit of area, in the company's currency." }),
    active: Type.Boolean({ description: 'Whether it can be booked.' }),
  }),
);
const pricedCropExample = { id: 1, name: 'fruit', price: 30000, active: true };
const writeCrop = compileRowWriter(PricedCropSchema);

const Price = Type.Number({ minimum: 0, maximum: 999_999_999, description: 'Per unit of area, with at most 4 decimals.' });
const NewCropBody = named('NewCrop', Type.Object({ name: Line(100), price: Price, active: Type.Optional(Type.Boolean()) }));
const CropChangeBody = named(
  'CropChange',
  Type.Object({ name: Type.Optional(Line(100)), price: Type.Optional(Price), active: Type.Optional(Type.Boolean()) }),
);

const MaxArea = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  minimum: 1,
  maximum: largestArea,
  description:
    "Largest total area of its orders on one date, in the company's unit, that farmers can book. The office may exceed it. null: no limit.",
});
const SessionPlacesSchema = named(
  'SessionPlaces',
  Exact({
    id: Id(),
    startTime: LocalTimeSchema,
    endTime: LocalTimeSchema,
    capacity: Int32({ minimum: 0 }),
    maxArea: MaxArea,
    active: Type.Boolean(),
  }),
);
const sessionPlacesExample = { ...sessionExample, capacity: 2, maxArea: null, active: true };
const writeSession = (session: SpraySession): string =>
  `${sessionJson(session).slice(0, -1)},"capacity":${session.capacity},"maxArea":${session.maxArea},"active":${session.active}}`;

const TimeInput = Type.Union([
  Type.String({ pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?$', patternHint: 'must be a time: an object, or HH:mm, or HH:mm:ss' }),
  Type.Object({
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    minute: Type.Integer({ minimum: 0, maximum: 59 }),
    second: Type.Optional(Type.Integer({ minimum: 0, maximum: 59 })),
    nano: Type.Optional(Type.Integer({ minimum: 0, maximum: 0, description: 'Sessions begin and end at a full second.' })),
  }),
]);
const MaxAreaInput = Type.Number({ minimum: 0, maximum: largestArea, description: 'At least 1; 0: no limit.' });
const Capacity = Int32({ minimum: 0, maximum: 100_000, description: 'Maximum number of orders per day.' });
const NewSessionBody = named(
  'NewSession',
  Type.Object({
    startTime: TimeInput,
    endTime: TimeInput,
    capacity: Capacity,
    maxArea: Type.Optional(MaxAreaInput),
    active: Type.Optional(Type.Boolean()),
  }),
);
const SessionChangeBody = named(
  'SessionChange',
  Type.Object({
    startTime: Type.Optional(TimeInput),
    endTime: Type.Optional(TimeInput),
    capacity: Type.Optional(Capacity),
    maxArea: Type.Optional(MaxAreaInput),
    active: Type.Optional(Type.Boolean()),
  }),
);

const CropId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The crop.'), example: 1 }) });
const SessionId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The session.'), example: 3 }) });

export interface CatalogAdminDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
}

export function catalogAdminRoutes({ database, catalog, clock }: CatalogAdminDeps): Route[] {
  const acting = (call: { database: Database; user: { id: string } }) => ({ database: call.database, actorId: call.user.id, now: clock() });
  /** Invalidates at once, instead of waiting for the notification of the change. */
  const answerCrop = (row: Row): string => {
    catalog.invalidate();
    return writeCrop(row);
  };
  const answerSession = (session: SpraySession): string => {
    catalog.invalidate();
    return writeSession(session);
  };
  return [
    route({
      method: 'GET',
      path: '/api/admin/crop/',
      operationId: 'listPricedCrops',
      access: 'admin',
      tag: 'admin',
      summary: 'All crops with their prices',
      paging: { sortable: Object.keys(cropSortColumns) },
      response: Paged('PricedCropPage', PricedCropSchema),
      example: { content: [pricedCropExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countCrops(database.read),
          async (limit, offset) => (await listCrops(database.read, pageable.sort, limit, offset)).map(writeCrop),
        ),
    }),
    route({
      method: 'POST',
      path: '/api/admin/crop',
      operationId: 'createCrop',
      access: 'admin',
      tag: 'admin',
      summary: 'Add a crop',
      body: NewCropBody,
      bodyExample: { name: 'coffee', price: 35000 },
      response: PricedCropSchema,
      example: { id: 4, name: 'coffee', price: 35000, active: true },
      problems: ['CROP_EXISTS'],
      idempotent: true,
      handle: async (call) => answerCrop(await createCrop(acting(call), call.body)),
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/crop/{id}',
      operationId: 'changeCrop',
      access: 'admin',
      tag: 'admin',
      summary: 'Change a crop or its price',
      description: 'A new price applies to new orders only; existing orders keep their cost. An inactive crop cannot be booked.',
      params: CropId,
      body: CropChangeBody,
      bodyExample: { price: 32000 },
      response: PricedCropSchema,
      example: { ...pricedCropExample, price: 32000 },
      problems: ['NOT_FOUND', 'CROP_EXISTS'],
      handle: async (call) => answerCrop(await changeCrop(acting(call), call.params.id, call.body)),
    }),
    route({
      method: 'GET',
      path: '/api/admin/session/',
      operationId: 'listSessionPlaces',
      access: 'admin',
      tag: 'admin',
      summary: 'All sessions with their places',
      paging: { sortable: Object.keys(sessionSortColumns) },
      response: Paged('SessionPlacesPage', SessionPlacesSchema),
      example: { content: [sessionPlacesExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countSessions(database.read),
          async (limit, offset) => (await listSessions(database.read, pageable.sort, limit, offset)).map(writeSession),
        ),
    }),
    route({
      method: 'POST',
      path: '/api/admin/session',
      operationId: 'createSession',
      access: 'admin',
      tag: 'admin',
      summary: 'Add a daily session',
      description: 'Active sessions may be adjacent, but must not overlap.',
      body: NewSessionBody,
      bodyExample: { startTime: '08:00', endTime: { hour: 9, minute: 0, second: 0, nano: 0 }, capacity: 2 },
      response: SessionPlacesSchema,
      example: sessionPlacesExample,
      problems: ['SESSION_OVERLAPS'],
      idempotent: true,
      async handle(call) {
        const { startTime, endTime, capacity, maxArea = 0, active = true } = call.body;
        const values = {
          startTime: readLocalTime(startTime),
          endTime: readLocalTime(endTime),
          capacity,
          maxArea: maxArea === 0 ? null : maxArea,
          active,
        };
        return answerSession(await createSession(acting(call), values));
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/session/{id}',
      operationId: 'changeSession',
      access: 'admin',
      tag: 'admin',
      summary: 'Change a daily session',
      description:
        'A capacity below the number of orders of a date keeps these orders and prevents further bookings. While there are open orders from today on, the times cannot be changed and the session cannot be deactivated. Past orders show the new times; to keep theirs, deactivate this session and add another.',
      params: SessionId,
      body: SessionChangeBody,
      bodyExample: { capacity: 3 },
      response: SessionPlacesSchema,
      example: { ...sessionPlacesExample, capacity: 3 },
      problems: ['NOT_FOUND', 'SESSION_IN_USE', 'SESSION_OVERLAPS'],
      async handle(call) {
        const { startTime, endTime, capacity, maxArea, active } = call.body;
        const { company } = await catalog.facts();
        const values = {
          startTime: startTime === undefined ? undefined : readLocalTime(startTime),
          endTime: endTime === undefined ? undefined : readLocalTime(endTime),
          capacity,
          maxArea: maxArea === 0 ? null : maxArea,
          active,
        };
        return answerSession(await changeSession(acting(call), call.params.id, values, company.timeZone));
      },
    }),
  ];
}
