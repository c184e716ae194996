import { Type } from 'typebox';
import { orderNotFound } from '../orders/act-on-order.ts';
import { answerOrder, commandContext, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { takeBackMinutes } from '../orders/order-rules.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { orderExists } from '../orders/order-store.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, NullableText, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import { NotedQuery, phoneTimeOf } from './field-time-schemas.ts';
import { endWithoutSpraying, takeBackStartOfWork } from './mark-not-sprayed.ts';
import { notSprayedReasons } from './not-sprayed-rules.ts';
import { countNotSprayed, listNotSprayed, notSprayedSortColumns } from './not-sprayed-store.ts';

const NotSprayedBody = named(
  'NewNotSprayed',
  Type.Object({
    reason: OneOf(notSprayedReasons, { description: 'Why the field was not sprayed.' }),
    note: Type.Optional(Text(2000, { description: 'For the office.' })),
  }),
);
const bodyExample = { reason: 'flooded', note: 'The water is knee-deep, the road as well.' };

const NotSprayedSchema = named(
  'NotSprayed',
  Exact({
    id: Id(),
    date: CalendarDate({ description: 'Date of the visit.' }),
    sessionId: Id('Session of the visit.'),
    reason: OneOf(notSprayedReasons),
    note: NullableText(),
    by: Type.String({ description: 'Name of the crew member, or of the office.' }),
    at: Timestamp({ description: 'When it was noted, by the clock of the phone.' }),
    notedAt: Timestamp({ description: 'When the service received it.' }),
  }),
);
const notSprayedExample = {
  id: 3,
  date: '2026-11-17',
  sessionId: 3,
  ...bodyExample,
  by: 'Huỳnh Văn Phun',
  at: '2026-11-16T23:05:00.000Z',
  notedAt: '2026-11-17T01:15:00.000Z',
};
const writeNotSprayed = compileRowWriter(NotSprayedSchema);

const marking = {
  method: 'POST',
  params: OrderId,
  body: NotSprayedBody,
  bodyExample,
  response: OrderSchema,
  example: { ...orderExample, orderStatus: 'confirmed' },
  problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'NOT_THE_DAY'],
  idempotent: true,
  versioned: true,
} as const;
const effects =
  'The crew is removed; a visit that was started ends without a spray record, and cash that was taken stays in the ledger. The order keeps its session and place and is on the to-do list of the office until it is moved or cancelled.';

/** Visits that ended without spraying, and starts by mistake. */
export function notSprayedRoutes(deps: OrderDeps): Route[] {
  const { database } = deps;
  return [
    route({
      ...marking,
      path: '/api/sprayer/order/{id}/not-sprayed',
      operationId: 'markJobNotSprayed',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Mark one of my jobs as not sprayed',
      description: `On its date, before the work is reported done. A phone that was offline sends the time at which it was noted. ${effects} If the other crew member has marked it already, nothing changes.`,
      query: NotedQuery,
      handle: async (call) =>
        answerOrder(
          deps,
          await endWithoutSpraying(commandContext(deps, call), call.params.id, { ...call.body, noted: phoneTimeOf(call.query) }),
          call.reply,
        ),
    }),
    route({
      ...marking,
      path: '/api/receptionist/order/{id}/not-sprayed',
      operationId: 'markNotSprayed',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Mark an order as not sprayed, for its crew',
      description: `On its date or later, before the work is reported done. ${effects}`,
      handle: async (call) =>
        answerOrder(deps, await endWithoutSpraying(commandContext(deps, call), call.params.id, call.body), call.reply),
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/not-sprayed/',
      operationId: 'listNotSprayed',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Visits of an order that ended without spraying',
      description: 'Default sort: newest first.',
      params: OrderId,
      paging: { sortable: Object.keys(notSprayedSortColumns) },
      response: Paged('NotSprayedPage', NotSprayedSchema),
      example: { content: [notSprayedExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return readPage(
          pageable,
          () => countNotSprayed(database.read, params.id),
          async (limit, offset) => (await listNotSprayed(database.read, params.id, pageable.sort, limit, offset)).map(writeNotSprayed),
        );
      },
    }),
    route({
      method: 'POST',
      path: '/api/sprayer/order/{id}/take-back-start',
      operationId: 'takeBackStart',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Take back a start by mistake',
      description: `Within ${takeBackMinutes} minutes after the start, by the sprayer who started, before the work is reported done. The order is assigned to the same crew again.`,
      params: OrderId,
      query: NotedQuery,
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'assigned' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
      idempotent: true,
      versioned: true,
      handle: async (call) =>
        answerOrder(deps, await takeBackStartOfWork(commandContext(deps, call), call.params.id, phoneTimeOf(call.query)), call.reply),
    }),
  ];
}
