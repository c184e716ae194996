import { Type } from 'typebox';
import { writeUser } from '../accounts/account-store.ts';
import { sprayerExample, UserSchema } from '../accounts/user.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { maxPageSize, Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Exact, Id, named } from '../platform/http/schemas.ts';
import { wallTime } from '../platform/time/clock.ts';
import { type CrewOfOrder, type JobOfDay, listCrewsOfOrders, listJobsOfSheet } from './day-sheet-store.ts';
import { drivingOrder } from './distance-rules.ts';

const OrderCrewSchema = named('OrderCrew', Exact({ orderId: Id(), sprayers: Type.Array(UserSchema) }));

const SheetSchema = named(
  'CrewSheet',
  Exact({
    sprayers: Type.Array(UserSchema, { description: 'The crew; empty: the jobs without one.' }),
    jobs: Type.Array(
      Exact({
        order: OrderSchema,
        startTime: Type.String({ pattern: '^\\d{2}:\\d{2}$' }),
        distanceKm: Type.Unsafe<number | null>({
          type: ['number', 'null'],
          description: 'Straight-line distance from the previous job; null for the first.',
        }),
        cashToCollect: Type.Number({ description: "In the company's currency; 0: nothing." }),
      }),
      { description: 'In driving order.' },
    ),
  }),
);

/** The crews of many orders, and the sheets to print for a day. */
export function daySheetRoutes({ database, catalog, orders, clock }: OrderDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/order-crew/',
      operationId: 'listOrderCrews',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The crews of some orders',
      description: 'Orders without a crew are omitted.',
      query: Type.Object({
        orderId: Type.Array(Id(), { minItems: 1, maxItems: maxPageSize, description: 'The orders.', example: [42] }),
      }),
      paging: { sortable: [] },
      response: Paged('OrderCrewPage', OrderCrewSchema),
      example: { content: [{ orderId: 42, sprayers: [sprayerExample] }], page: pageExample },
      async handle({ query, pageable }) {
        const crews = groupByOrder(await listCrewsOfOrders(database.read, query.orderId));
        const content = [...crews].map(
          ([orderId, members]) => `{"orderId":${orderId},"sprayers":[${members.map(({ user }) => writeUser(user))}]}`,
        );
        return pageOf(content, pageable, (json) => json);
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/crew-sheet/',
      operationId: 'listCrewSheets',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The sheets to print for a day, one for each crew',
      description: 'Jobs in driving order, without cancelled ones. Jobs without a crew come last.',
      query: Type.Object({ date: Type.Optional(CalendarDate({ description: 'Default: today.', example: '2026-11-17' })) }),
      paging: { sortable: [] },
      response: Paged('CrewSheetPage', SheetSchema),
      example: {
        content: [
          {
            sprayers: [sprayerExample],
            jobs: [
              {
                order: { ...orderExample, orderStatus: 'assigned' },
                startTime: '06:00',
                distanceKm: null,
                cashToCollect: orderExample.cost,
              },
            ],
          },
        ],
        page: pageExample,
      },
      async handle({ query, pageable }) {
        const date = query.date ?? wallTime(clock(), (await catalog.facts()).company.timeZone).date;
        const jobs = await listJobsOfSheet(database.read, date);
        const ids = jobs.map(({ id }) => id);
        const crews = groupByOrder(ids.length === 0 ? [] : await listCrewsOfOrders(database.read, ids));
        const written = await orders.orders(jobs.map(({ row }) => row));
        const json = new Map(ids.map((id, index) => [id, written[index]]));
        return pageOf(sheetsOf(jobs, crews), pageable, ({ crew, jobs: own }) => {
          const legs = drivingOrder(own).map(({ stop, distanceKm }) => {
            const distance = distanceKm === null ? null : Math.round(distanceKm * 10) / 10;
            return `{"order":${json.get(stop.id)},"startTime":"${stop.startTime.slice(0, 5)}","distanceKm":${distance},"cashToCollect":${stop.cashToCollect}}`;
          });
          return `{"sprayers":[${crew.map(({ user }) => writeUser(user))}],"jobs":[${legs}]}`;
        });
      },
    }),
  ];
}

function groupByOrder(members: readonly CrewOfOrder[]): Map<string, CrewOfOrder[]> {
  const crews = new Map<string, CrewOfOrder[]>();
  for (const member of members) crews.set(member.orderId, [...(crews.get(member.orderId) ?? []), member]);
  return crews;
}

interface Sheet {
  crew: readonly CrewOfOrder[];
  jobs: JobOfDay[];
}

/** Jobs with the same crew are one sheet, sorted by the names of the crew; those without a crew come last. */
function sheetsOf(jobs: readonly JobOfDay[], crews: ReadonlyMap<string, CrewOfOrder[]>): Sheet[] {
  const sheets = new Map<string, Sheet>();
  for (const job of jobs) {
    const crew = crews.get(job.id) ?? [];
    const key = crew.map(({ user }) => user[0]).join(',');
    const sheet = sheets.get(key) ?? { crew, jobs: [] };
    sheet.jobs.push(job);
    sheets.set(key, sheet);
  }
  const nameOf = ({ crew }: Sheet) => crew.map(({ user }) => user[2]).join(' ');
  return [...sheets.values()].sort(
    (a, b) => Number(a.crew.length === 0) - Number(b.crew.length === 0) || nameOf(a).localeCompare(nameOf(b), 'vi'),
  );
}
