import { type Static, Type } from 'typebox';
import { sessionJson } from '../catalog/catalog.ts';
import { SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Exact, named } from '../platform/http/schemas.ts';
import { wallTime } from '../platform/time/clock.ts';
import { datesOf, rangeQuery } from '../weather/date-range.ts';
import { PlannedStopsCache } from './planned-stops-cache.ts';
import { readBookingAdvice, type SlotAdvice } from './read-booking-advice.ts';

const Query = Type.Object({
  ...rangeQuery,
  latitude: Type.Number({ minimum: -90, maximum: 90, example: 10.5312 }),
  longitude: Type.Number({ minimum: -180, maximum: 180, example: 105.4551 }),
});

const NullableInteger = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description });
const slot = {
  date: CalendarDate(),
  session: SessionSchema,
  isBest: Type.Boolean({ description: 'A crew is near the place then, so it is the best time for this area.' }),
};
const AdviceSchema = named('BookingAdvice', Exact(slot));
const OfficeAdviceSchema = named(
  'OfficeBookingAdvice',
  Exact({
    ...slot,
    rank: NullableInteger('1: the fewest extra metres. Null: no sprayer is free for it.'),
    extraMetres: NullableInteger(
      'What the crews would drive more, with the crews as they are planned now. Null: no sprayer is free for it.',
    ),
  }),
);

const example = { date: '2026-11-18', session: sessionExample, isBest: true };
const range = 'Both dates are inclusive; default: the seven days from today.';
const empty = 'Empty while the company has no base or no sprayers.';

/** Which free times suit the crews' ways, before a booking. */
export function adviceRoutes({ database, catalog, clock }: OrderDeps): Route[] {
  const stopsCache = new PlannedStopsCache();
  const read = async ({ latitude, longitude, ...dates }: Static<typeof Query>): Promise<SlotAdvice[]> => {
    const { company } = await catalog.facts();
    const days = datesOf(dates, () => wallTime(clock(), company.timeZone).date);
    return readBookingAdvice({ database, catalog, stopsCache, now: clock() }, days, { latitude, longitude });
  };
  const members = ({ date, session, isBest }: SlotAdvice): string =>
    `"date":"${date}","session":${sessionJson(session)},"isBest":${isBest}`;
  return [
    route({
      method: 'GET',
      path: '/api/farmer/booking-advice',
      operationId: 'adviseBooking',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Free times at which a crew is near a place',
      description: `Best times first, then by date. ${range} ${empty}`,
      query: Query,
      paging: { sortable: [] },
      response: Paged('BookingAdvicePage', AdviceSchema),
      example: { content: [example], page: pageExample },
      async handle({ query, pageable }) {
        // The order would give the distances away.
        const slots = (await read(query)).sort(
          (a, b) => Number(b.isBest) - Number(a.isBest) || (a.date < b.date ? -1 : Number(a.date > b.date)),
        );
        return pageOf(slots, pageable, (advice) => `{${members(advice)}}`);
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/booking-advice',
      operationId: 'adviseBookingForFarmer',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Free times by the extra way that an order at a place would cause',
      description: `Fewest extra metres first. ${range} ${empty}`,
      query: Query,
      paging: { sortable: [] },
      response: Paged('OfficeBookingAdvicePage', OfficeAdviceSchema),
      example: { content: [{ ...example, rank: 1, extraMetres: 2100 }], page: pageExample },
      handle: async ({ query, pageable }) =>
        pageOf(await read(query), pageable, (advice) => `{${members(advice)},"rank":${advice.rank},"extraMetres":${advice.extraMetres}}`),
    }),
  ];
}
