import { type Static, Type } from 'typebox';
import { maxArea, SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import { invalid } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, named } from '../platform/http/schemas.ts';
import { listSameField } from './booking-check-store.ts';
import type { OrderDeps } from './order-http.ts';
import { readSessionArea } from './session-area-store.ts';

const asked = {
  date: CalendarDate({ description: 'Date of the booking.', example: '2026-11-17' }),
  sessionId: Type.Unsafe<string>({ ...Id('The session.'), example: 3 }),
  location: Type.String({ maxLength: 500, description: 'Name of the place.', example: 'Ruộng sau đình' }),
  latitude: Type.Number({ minimum: -90, maximum: 90, example: 10.5312 }),
  longitude: Type.Number({ minimum: -180, maximum: 180, example: 105.4551 }),
  area: Type.Number({ minimum: 1, maximum: maxArea, example: 12.5 }),
  fieldId: Type.Optional(Type.Unsafe<string>({ ...Id('The field of the registry.'), example: 7 })),
};
const FarmerQuery = Type.Object(asked);
const OfficeQuery = Type.Object({ farmerId: Type.Unsafe<string>({ ...Id('The farmer who is on the phone.'), example: 1 }), ...asked });

const SameFieldSchema = Exact({ id: Id(), date: CalendarDate(), session: SessionSchema, location: Type.String(), area: Type.Number() });
const NullableArea = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });
const BookingCheckSchema = named(
  'BookingCheck',
  Exact({
    sameField: Type.Array(SameFieldSchema, {
      description:
        'Other orders of the farmer for the same field that are not sprayed yet: the same field of the registry, the same name of the place, or within 50 metres. Nearest date first, at most ten.',
    }),
    maxArea: NullableArea('The largest total area of the session on one date; null: no limit.'),
    areaLeft: NullableArea('What of it is not booked yet; null: no limit.'),
    fits: Type.Boolean({ description: 'The area fits. If not, only the office can book it.' }),
  }),
);
const example = {
  sameField: [{ id: 41, date: '2026-11-18', session: sessionExample, location: 'Ruộng sau đình', area: 10 }],
  maxArea: 40,
  areaLeft: 30,
  fits: true,
};

/** Warnings before a booking. They do not prevent it. */
export function bookingCheckRoutes({ database, catalog }: OrderDeps): Route[] {
  const writeSameField = compileRowWriter(SameFieldSchema, catalog.fragments);
  const check = async (farmerId: string, query: Static<typeof FarmerQuery>): Promise<string> => {
    const { date, sessionId, area } = query;
    const [same, left] = await Promise.all([
      listSameField(database.read, { farmerId, ...query }),
      readSessionArea(database.read, { date, sessionId }, String(area)),
    ]);
    if (left === undefined) throw invalid({ path: 'sessionId', message: 'is not one of our sessions' });
    await catalog.ensureLoaded(
      [],
      same.map((row) => String(row[2])),
    );
    return `{"sameField":[${same.map(writeSameField).join(',')}],"maxArea":${left.maxArea},"areaLeft":${left.areaLeft},"fits":${left.hasRoom}}`;
  };
  const shared = { method: 'GET', response: BookingCheckSchema, example } as const;
  return [
    route({
      ...shared,
      path: '/api/farmer/booking-check',
      operationId: 'checkBooking',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Warnings before a booking: duplicate field, and remaining area',
      query: FarmerQuery,
      handle: ({ query, user }) => check(user.id, query),
    }),
    route({
      ...shared,
      path: '/api/receptionist/booking-check',
      operationId: 'checkBookingForFarmer',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Warnings before a booking for a farmer',
      query: OfficeQuery,
      handle: ({ query: { farmerId, ...query } }) => check(farmerId, query),
    }),
  ];
}
