import { type Static, Type } from 'typebox';
import { invalid } from '../errors.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, NullableDate, named } from '../platform/http/schemas.ts';
import { instantOf, wallTime } from '../platform/time/clock.ts';
import { countIntervals, listBrokenIntervals, listIntervals } from './interval-store.ts';

const interval = {
  recordId: Id(),
  orderId: Id(),
  fieldId: Type.Unsafe<string | null>({ type: ['integer', 'null'], format: 'int64' }),
  location: Type.String(),
  reEntryAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description: 'Nobody enters the field before.' }),
  harvestFrom: NullableDate({ description: 'First date of the harvest.' }),
  intervalsUnknown: Type.Boolean({
    description: 'The intervals of a product are not known: only the office can say when to enter or harvest.',
  }),
};
const IntervalSchema = named('SprayInterval', Exact(interval));
const intervalExample = {
  recordId: 12,
  orderId: 42,
  fieldId: 3,
  location: 'Ruộng sau đình',
  reEntryAt: '2026-11-17T23:40:00.000Z',
  harvestFrom: '2026-12-01',
  intervalsUnknown: false,
};
const BrokenSchema = named(
  'BrokenSprayInterval',
  Exact({
    ...interval,
    breaksReEntry: Type.Boolean({ description: 'The crew would enter the field too early.' }),
    breaksHarvest: Type.Boolean({ description: 'The harvest would be too early.' }),
  }),
);
const writeInterval = compileRowWriter(IntervalSchema);
const writeBroken = compileRowWriter(BrokenSchema);

const asked = {
  date: CalendarDate({ description: 'Date of the booking.', example: '2026-11-17' }),
  sessionId: Type.Unsafe<string>({ ...Id('The session.'), example: 3 }),
  location: Type.String({ maxLength: 500, description: 'Name of the place.', example: 'Ruộng sau đình' }),
  latitude: Type.Number({ minimum: -90, maximum: 90, example: 10.5312 }),
  longitude: Type.Number({ minimum: -180, maximum: 180, example: 105.4551 }),
  harvestDate: Type.Optional(CalendarDate({ description: 'Planned date of the harvest.', example: '2026-11-25' })),
};
const FarmerQuery = Type.Object(asked);
const CheckSchema = named('SprayIntervalCheck', Exact({ broken: Type.Array(BrokenSchema, { description: 'At most ten.' }) }));
const checkExample = { broken: [{ ...intervalExample, breaksReEntry: true, breaksHarvest: false }] };

/** Intervals after a spray: those that run, and warnings before a booking or a harvest. */
export function intervalRoutes({ database, catalog, clock }: OrderDeps): Route[] {
  const check = async (farmerId: string, query: Static<typeof FarmerQuery>): Promise<string> => {
    const { company, sessions } = await catalog.facts();
    const session = sessions.get(query.sessionId);
    if (session === undefined) throw invalid({ path: 'sessionId', message: 'is not one of our sessions' });
    const startsAt = instantOf(query.date, session.startTime, company.timeZone);
    const { location, latitude, longitude, harvestDate } = query;
    const broken = await listBrokenIntervals(database.read, { farmerId, location, latitude, longitude, startsAt, harvestDate });
    return `{"broken":[${broken.map(writeBroken).join(',')}]}`;
  };
  const shared = {
    method: 'GET',
    summary: 'Intervals that a booking or a harvest would break',
    description: 'For the same place by its name, or within 50 metres. A warning: it does not prevent the booking.',
    response: CheckSchema,
    example: checkExample,
  } as const;
  return [
    route({
      method: 'GET',
      path: '/api/farmer/spray-interval/',
      operationId: 'listMySprayIntervals',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Until when I must not enter or harvest my fields',
      description: 'Intervals that have not ended or are not known, newest spray first.',
      paging: { sortable: [] },
      response: Paged('SprayIntervalPage', IntervalSchema),
      example: { content: [intervalExample], page: pageExample },
      async handle({ user, pageable }) {
        const now = clock();
        const today = wallTime(now, (await catalog.facts()).company.timeZone).date;
        return readPage(
          pageable,
          () => countIntervals(database.read, user.id, now, today),
          async (limit, offset) => (await listIntervals(database.read, user.id, now, today, limit, offset)).map(writeInterval),
        );
      },
    }),
    route({
      ...shared,
      path: '/api/farmer/interval-check',
      operationId: 'checkIntervals',
      access: 'farmer',
      tag: 'farmer',
      query: FarmerQuery,
      handle: ({ query, user }) => check(user.id, query),
    }),
    route({
      ...shared,
      path: '/api/receptionist/interval-check',
      operationId: 'checkIntervalsForFarmer',
      access: 'receptionist',
      tag: 'receptionist',
      query: Type.Object({ farmerId: Type.Unsafe<string>({ ...Id('The farmer who is on the phone.'), example: 1 }), ...asked }),
      handle: ({ query: { farmerId, ...query } }) => check(farmerId, query),
    }),
  ];
}
