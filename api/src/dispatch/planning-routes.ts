import { Type } from 'typebox';
import { looksLikePhone, phonePrefixes } from '../accounts/account-rules.ts';
import { writeUser } from '../accounts/account-store.ts';
import { sprayerExample, UserSchema } from '../accounts/user.ts';
import { SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import { orderStatuses } from '../orders/order.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { Paged, pageExample, pageOf, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Exact, Id, Int32, named, OneOf, Text } from '../platform/http/schemas.ts';
import { wallTime, weekOf } from '../platform/time/clock.ts';
import { sprayerSortColumns } from './dispatch-store.ts';
import { drivingOrder } from './distance-rules.ts';
import { suggestCrewsFor } from './suggest-crews.ts';
import { maxSuggestions } from './suggestion-rules.ts';
import { countSprayersAtWork, listJobsOfMyDay, listJobsOfWeek, listSprayersAtWork, type WeekJob } from './week-store.ts';

const SuggestionSchema = named(
  'CrewSuggestion',
  Exact({ sprayers: Type.Array(UserSchema), reason: Type.String({ description: "Reason for the suggestion, in the user's language." }) }),
);
const secondExample = { ...sprayerExample, id: 7, email: 'apprentice@swath.example', fullName: 'Trần Non', expertise: 'apprentice' };

const WeekSchema = named(
  'SprayerWeek',
  Exact({
    sprayer: UserSchema,
    jobs: Int32({ minimum: 0 }),
    area: Type.Number({ description: "Of all jobs of the week, in the company's unit." }),
    days: Type.Array(
      Exact({
        date: CalendarDate(),
        orders: Type.Array(
          Exact({ id: Id(), session: SessionSchema, location: Type.String(), area: Type.Number(), orderStatus: OneOf(orderStatuses) }),
        ),
      }),
      { description: 'Monday to Sunday.' },
    ),
  }),
);
const weekExample = {
  sprayer: sprayerExample,
  jobs: 1,
  area: orderExample.area,
  days: weekOf(orderExample.date).map((date) => ({
    date,
    orders:
      date === orderExample.date
        ? [
            {
              id: orderExample.id,
              session: sessionExample,
              location: orderExample.location,
              area: orderExample.area,
              orderStatus: 'assigned',
            },
          ]
        : [],
  })),
};

const JobSchema = named(
  'SprayerJob',
  Exact({
    order: OrderSchema,
    startTime: Type.String({ pattern: '^\\d{2}:\\d{2}$' }),
    distanceKm: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Straight-line distance from the previous job; null for the first.',
    }),
  }),
);

/** Crew suggestions, the weeks of all sprayers, and a sprayer's day. */
export function planningRoutes({ database, catalog, orders, clock }: OrderDeps): Route[] {
  const today = async () => wallTime(clock(), (await catalog.facts()).company.timeZone).date;

  function writeWeek(sprayer: string, jobs: WeekJob[], dates: readonly string[]): string {
    const writeJob = ({ id, sessionId, location, area, orderStatus }: WeekJob) =>
      `{"id":${id},"session":${catalog.fragments.session?.(sessionId)},"location":${JSON.stringify(location)},"area":${area},"orderStatus":"${orderStatus}"}`;
    const days = dates.map((date) => `{"date":"${date}","orders":[${jobs.filter((job) => job.date === date).map(writeJob)}]}`);
    return `{"sprayer":${sprayer},"jobs":${jobs.length},"area":${jobs[0]?.areaOfWeek ?? 0},"days":[${days}]}`;
  }

  return [
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/sprayer-suggestions',
      operationId: 'suggestCrews',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Suggested crews for an order, best first',
      description: `Legal crews only, at most ${maxSuggestions}: least work that week first, then apprentices who have had no job that week, then those with jobs nearby that day.`,
      params: OrderId,
      paging: { sortable: [] },
      response: Paged('CrewSuggestionPage', SuggestionSchema),
      example: {
        content: [
          {
            sprayers: [sprayerExample, secondExample],
            reason: 'Lê Văn Bay and Trần Non: both free, Trần Non has had no job this week, 3 km from their 06:00 field.',
          },
        ],
        page: pageExample,
      },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'NO_CREW_FREE'],
      async handle({ params, user, pageable }) {
        const suggestions = await suggestCrewsFor({ database, catalog, actor: user, now: clock() }, params.id);
        return pageOf(suggestions, pageable, (json) => json);
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/sprayer/',
      operationId: 'listSprayerWeeks',
      access: 'receptionist',
      tag: 'receptionist',
      summary: "The sprayers' week",
      description:
        'Active sprayers, and others who still have work that week. Default sort: by name; of a search, a phone number that was given in full and names that begin with the text come first. Cancelled orders are omitted.',
      query: Type.Object({
        week: Type.Optional(CalendarDate({ description: 'Any date of the week; default: this week.', example: '2026-11-17' })),
        search: Type.Optional(
          Text(100, {
            description:
              'Prefixes of words in the name or the e-mail address, with or without accents; or a phone number or its beginning, in any format.',
            example: 'bay',
          }),
        ),
      }),
      paging: { sortable: Object.keys(sprayerSortColumns) },
      response: Paged('SprayerWeekPage', WeekSchema),
      example: { content: [weekExample], page: pageExample },
      async handle({ query, pageable }) {
        const dates = weekOf(query.week ?? (await today()));
        const [monday, sunday] = [dates[0], dates.at(-1) ?? dates[0]];
        const search = query.search?.trim();
        const prefixes = search !== undefined && looksLikePhone(search) ? phonePrefixes(search) : [];
        const filter = { monday, sunday, search, phonePrefixes: prefixes };
        return readPage(
          pageable,
          () => countSprayersAtWork(database.read, filter),
          async (limit, offset) => {
            const sprayers = await listSprayersAtWork(database.read, filter, pageable.sort, limit, offset);
            const ids = sprayers.map((row) => String(row[0]));
            const jobs = await listJobsOfWeek(database.read, ids, monday, sunday);
            await catalog.ensureLoaded(
              [],
              jobs.map(({ sessionId }) => sessionId),
            );
            return sprayers.map((row) =>
              writeWeek(
                writeUser(row),
                jobs.filter(({ sprayerId }) => sprayerId === row[0]),
                dates,
              ),
            );
          },
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/sprayer/day',
      operationId: 'listMyDay',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'My jobs of a day, in driving order',
      description: 'Sorted by start of session; among jobs with the same start, the nearest to the previous job comes first.',
      query: Type.Object({ date: Type.Optional(CalendarDate({ description: 'Default: today.', example: '2026-11-17' })) }),
      paging: { sortable: [] },
      response: Paged('SprayerJobPage', JobSchema),
      example: {
        content: [{ order: { ...orderExample, orderStatus: 'assigned' }, startTime: '06:00', distanceKm: null }],
        page: pageExample,
      },
      async handle({ query, user, pageable }) {
        const legs = drivingOrder(await listJobsOfMyDay(database.read, user.id, query.date ?? (await today())));
        const written = await orders.orders(legs.map(({ stop }) => stop.row));
        const jobs = legs.map(({ stop, distanceKm }, index) => {
          const distance = distanceKm === null ? null : Math.round(distanceKm * 10) / 10;
          return `{"order":${written[index]},"startTime":"${stop.startTime.slice(0, 5)}","distanceKm":${distance}}`;
        });
        return pageOf(jobs, pageable, (json) => json);
      },
    }),
  ];
}
