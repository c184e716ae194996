import { Type } from 'typebox';
import { lockRemaining } from '../accounts/person-store.ts';
import { UserSchema, userExample } from '../accounts/user.ts';
import { CropSchema, cropExample, maxArea, SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import { AppError } from '../errors.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, Line, named, Timestamp } from '../platform/http/schemas.ts';
import type { Row } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { findBookingErrors, getBookableSession } from './bookable-session.ts';
import {
  closeRequest,
  countOpenRequests,
  countOpenRequestsOf,
  insertRequest,
  listOpenRequests,
  requestSortColumns,
} from './booking-request-store.ts';
import type { OrderDeps } from './order-http.ts';
import { SessionInput } from './order-schemas.ts';
import { bookingOf } from './place-order.ts';

/** Maximum number of open requests per farmer. */
const maxOpenRequests = 5;

const BookingRequestSchema = named(
  'BookingRequest',
  Exact({
    id: Id(),
    timestamp: Timestamp(),
    farmer: UserSchema,
    date: CalendarDate(),
    session: SessionSchema,
    location: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    cropType: CropSchema,
    area: Type.Number(),
  }),
);
const place = { location: 'Ruộng sau đình, xã Long Điền A, Chợ Mới', latitude: 10.5312, longitude: 105.4551 };
const example = {
  id: 4,
  timestamp: '2026-11-15T02:30:00.000Z',
  farmer: userExample,
  date: '2026-11-17',
  session: sessionExample,
  ...place,
  cropType: cropExample,
  area: 80,
};

const BookingRequestBody = named(
  'NewBookingRequest',
  Type.Object({
    date: CalendarDate(),
    session: SessionInput,
    location: Line(500),
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    cropType: Type.Object({ id: Id(), name: Type.Optional(Type.String()) }, { description: 'Only the id is used.' }),
    area: Type.Number({ minimum: 1, maximum: maxArea }),
  }),
);
const RequestId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The request.'), example: 4 }) });

/** Requests of farmers that the office handles by phone. */
export function bookingRequestRoutes({ database, catalog, clock }: OrderDeps): Route[] {
  const writeRequest = compileRowWriter(BookingRequestSchema, catalog.fragments);
  const write = async (rows: Row[]): Promise<string[]> => {
    const [sessionAt, cropAt] = [14, 18];
    await catalog.ensureLoaded(
      rows.map((row) => String(row[cropAt])),
      rows.map((row) => String(row[sessionAt])),
    );
    return rows.map(writeRequest);
  };
  return [
    route({
      method: 'POST',
      path: '/api/farmer/booking-request',
      operationId: 'requestBooking',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Request a booking that I cannot make myself',
      description: `For example if the area does not fit into the session. It reserves no place; the office calls back. At most ${maxOpenRequests} open requests.`,
      body: BookingRequestBody,
      bodyExample: { date: '2026-11-17', session: { id: 3 }, ...place, cropType: { id: 1 }, area: 80 },
      response: BookingRequestSchema,
      example,
      problems: ['DATE_NOT_BOOKABLE', 'SESSION_BEGUN', 'TOO_MANY_OPEN_BOOKINGS'],
      idempotent: true,
      findMoreErrors: (body) => findBookingErrors(catalog, clock(), body),
      async handle({ body, user, database: through }) {
        const facts = await catalog.facts();
        getBookableSession(bookingOf(body), facts, wallTime(clock(), facts.company.timeZone));
        const row = await through.transaction(async (tx) => {
          const farmerId = await lockRemaining(tx, user.id);
          if ((await countOpenRequestsOf(tx, farmerId)) >= maxOpenRequests)
            throw new AppError('TOO_MANY_OPEN_BOOKINGS', 'The office has several requests of yours already and will call you.');
          const { date, session, location, latitude, longitude, cropType, area } = body;
          const request = {
            farmerId,
            date,
            sessionId: session.id,
            location: location.trim(),
            latitude,
            longitude,
            cropId: cropType.id,
            area,
          };
          return insertRequest(tx, request, clock());
        });
        return (await write([row]))[0] as string;
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/booking-request/',
      operationId: 'listBookingRequests',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Open requests of farmers to call back',
      description: 'Default sort: oldest first.',
      paging: { sortable: Object.keys(requestSortColumns) },
      response: Paged('BookingRequestPage', BookingRequestSchema),
      example: { content: [example], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countOpenRequests(database.read),
          async (limit, offset) => write(await listOpenRequests(database.read, pageable.sort, limit, offset)),
        ),
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/booking-request/{id}/close',
      operationId: 'closeBookingRequest',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Close a request after the call',
      description: 'With or without a booking. Idempotent.',
      params: RequestId,
      response: BookingRequestSchema,
      example,
      problems: ['NOT_FOUND'],
      idempotent: true,
      async handle({ params, user, database: through }) {
        const row = await through.transaction((tx) => closeRequest(tx, params.id, user.id, clock()));
        if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such request.');
        return (await write([row]))[0] as string;
      },
    }),
  ];
}
