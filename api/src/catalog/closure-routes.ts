import { Type } from 'typebox';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, DoneSchema, Exact, Id, Int32, NullableText, named, Timestamp } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import type { Catalog } from './catalog.ts';
import { SessionSchema } from './catalog-schemas.ts';
import { closeSessions, removeClosure } from './change-closure.ts';
import { type Closure, countClosures, listClosures } from './closure-store.ts';
import { listedRange, RangeQuery, sessionsJson, spanInput } from './span.ts';

const publicFields = {
  id: Id(),
  from: CalendarDate({ description: 'First date.' }),
  to: CalendarDate({ description: 'Last date.' }),
  sessions: Type.Array(SessionSchema, { description: 'The closed sessions of each date; empty: all.' }),
  reason: NullableText({ description: 'Shown to farmers.' }),
};
const PublicClosureSchema = named('ClosedDays', Exact(publicFields));
const ClosureSchema = named(
  'Closure',
  Exact({
    ...publicFields,
    by: Type.String({ description: 'Name of the user who closed it.' }),
    timestamp: Timestamp(),
    openOrders: Int32({ minimum: 0, description: 'Open orders in it, which must be moved or cancelled.' }),
  }),
);
const publicExample = { id: 1, from: '2027-02-05', to: '2027-02-09', sessions: [], reason: 'Tết' };
const closureExample = { ...publicExample, by: 'Trần Thị Đồng', timestamp: '2026-11-15T02:30:00.000Z', openOrders: 2 };

const ClosureBody = named(
  'NewClosure',
  Type.Object({ ...spanInput, reason: Type.Optional(Type.String({ maxLength: 200, description: 'Shown to farmers.' })) }),
);
const ClosureId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The closure.'), example: 1 }) });

const list = { query: RangeQuery, paging: { sortable: [] } } as const;

/** Days and sessions on which the company does not spray. */
export function closureRoutes({ database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock }): Route[] {
  const publicJson = ({ id, from, to, sessionIds, reason }: Closure): string =>
    `{"id":${id},"from":"${from}","to":"${to}","sessions":${sessionsJson(catalog, sessionIds)},"reason":${JSON.stringify(reason)}}`;
  const officeJson = (closure: Closure): string =>
    `${publicJson(closure).slice(0, -1)},"by":${JSON.stringify(closure.by)},"timestamp":"${closure.timestamp}","openOrders":${closure.openOrders}}`;
  const ensureSessions = (closures: Closure[]) =>
    catalog.ensureLoaded(
      [],
      closures.flatMap(({ sessionIds }) => sessionIds ?? []),
    );
  const readList = async (query: { from?: string; to?: string }, pageable: Parameters<typeof readPage>[0], withOrders: boolean) => {
    const range = listedRange(query, wallTime(clock(), (await catalog.facts()).company.timeZone).date);
    return readPage(
      pageable,
      () => countClosures(database.read, range),
      async (limit, offset) => {
        const closures = await listClosures(database.read, range, withOrders, limit, offset);
        await ensureSessions(closures);
        return closures.map(withOrders ? officeJson : publicJson);
      },
    );
  };
  return [
    route({
      ...list,
      method: 'GET',
      path: '/api/common/closure/',
      operationId: 'listClosedDays',
      access: 'signed-in',
      tag: 'common',
      summary: 'Closed days and sessions',
      description: 'Closures that have not ended, next one first. Closed sessions have no free places.',
      response: Paged('ClosedDaysPage', PublicClosureSchema),
      example: { content: [publicExample], page: pageExample },
      handle: ({ query, pageable }) => readList(query, pageable, false),
    }),
    route({
      ...list,
      method: 'GET',
      path: '/api/receptionist/closure/',
      operationId: 'listClosures',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Closures with their open orders',
      description: 'Closures that have not ended, next one first.',
      response: Paged('ClosurePage', ClosureSchema),
      example: { content: [closureExample], page: pageExample },
      handle: ({ query, pageable }) => readList(query, pageable, true),
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/closure',
      operationId: 'closeSessions',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Close days or sessions to bookings',
      description: "Existing orders stay and appear on the office's to-do list, to be moved or cancelled.",
      body: ClosureBody,
      bodyExample: { from: '2027-02-05', to: '2027-02-09', reason: 'Tết' },
      response: ClosureSchema,
      example: closureExample,
      idempotent: true,
      async handle(call) {
        const context = { database: call.database, catalog, actorId: call.user.id, now: clock() };
        const closure = await closeSessions(context, call.body);
        await ensureSessions([closure]);
        return officeJson(closure);
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/receptionist/closure/{id}',
      operationId: 'removeClosure',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Open closed days or sessions again',
      params: ClosureId,
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle(call) {
        await removeClosure({ database: call.database, actorId: call.user.id, now: clock() }, call.params.id);
        return { done: true };
      },
    }),
  ];
}
