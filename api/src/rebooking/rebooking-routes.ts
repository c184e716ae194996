import { type Static, Type } from 'typebox';
import { type FieldError, invalid } from '../errors.ts';
import { commandContext, type OrderDeps } from '../orders/order-http.ts';
import { SessionInput } from '../orders/order-schemas.ts';
import type { Place } from '../orders/place.ts';
import { Paged, pageExample, pageOf, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Exact, Id, Int32, named, Text } from '../platform/http/schemas.ts';
import type { Db } from '../platform/postgres/database.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { applyRebooking } from './apply-rebooking.ts';
import { type RebookingScope, stoppedBy } from './choose-orders.ts';
import { editRow, listChoices, rebookingNotFound, rowNotFound } from './edit-rebooking.ts';
import { proposeRebooking } from './propose-rebooking.ts';
import { countRebookings, countRows, findRebooking, findRow, listRebookings, listRows } from './rebooking-list-store.ts';
import { maxRebookedOrders, undoHours } from './rebooking-rules.ts';
import {
  ChoiceSchema,
  choiceExample,
  choiceJson,
  RebookingSchema,
  RowSchema,
  rebookingExample,
  rebookingJson,
  rowExample,
  rowJson,
  sessionsOf,
} from './rebooking-schemas.ts';
import { findRebookingState } from './rebooking-store.ts';
import { undoRebooking } from './undo-rebooking.ts';

const NewRebookingBody = named(
  'NewRebooking',
  Type.Object({
    reason: Text(500, { description: 'Sent to the farmers.' }),
    orderIds: Type.Optional(
      Type.Array(Id(), { minItems: 1, maxItems: maxRebookedOrders, uniqueItems: true, description: 'These orders.' }),
    ),
    date: Type.Optional(CalendarDate({ description: 'All orders of this date, or of its `sessionIds`.' })),
    sessionIds: Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: 100, uniqueItems: true })),
    allWithStop: Type.Optional(
      Type.Boolean({ description: 'Orders whose spray window is STOP: on `date`, or on any of the next days of the setting.' }),
    ),
  }),
);

const RowBody = named(
  'RebookingRowChange',
  Type.Object({
    date: Type.Optional(CalendarDate()),
    session: Type.Optional(SessionInput),
    noPlace: Type.Optional(Type.Boolean({ description: 'true: the order gets no new place and stays where it is.' })),
  }),
);

const StoppedCountSchema = named('StoppedOrderCount', Exact({ stopped: Int32({ minimum: 0 }) }));

const RebookingId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The proposal.'), example: 7 }) });
const RowId = Type.Object({ ...RebookingId.properties, orderId: Type.Unsafe<string>({ ...Id('The order.'), example: 42 }) });

async function answerRebooking(db: Db, id: string): Promise<string> {
  const row = await findRebooking(db, id);
  if (row === undefined) throw rebookingNotFound();
  return rebookingJson(row);
}

/** Rebooking of many orders: proposal, rows, apply, undo. */
export function rebookingRoutes(deps: OrderDeps, weather: WeatherContext): Route[] {
  const { database, catalog } = deps;
  const shared = { access: 'receptionist', tag: 'receptionist' } as const;
  const answerRow = async (db: Db, id: string, orderId: string) => {
    const row = await findRow(db, id, orderId);
    if (row === undefined) throw rowNotFound();
    await catalog.ensureLoaded([], sessionsOf([row]));
    return rowJson(catalog, row);
  };
  const getState = async (db: Db, id: string) => {
    const found = await findRebookingState(db, id);
    if (found === undefined) throw rebookingNotFound();
  };
  return [
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/rebooking',
      operationId: 'createRebooking',
      summary: 'Propose new places for many orders',
      description: `Finds the cheapest free places of the next days for up to ${maxRebookedOrders} orders and stores them as a proposal. No order is changed. Choose \`orderIds\`, a \`date\` with or without \`sessionIds\`, or \`allWithStop\` with or without a \`date\`.`,
      body: NewRebookingBody,
      bodyExample: { date: '2026-11-17', sessionIds: [1, 2, 3], reason: 'Heavy rain is forecast.' },
      response: RebookingSchema,
      example: rebookingExample,
      problems: ['BULK_BLOCKED', 'NOTHING_TO_REBOOK'],
      idempotent: true,
      async handle(call) {
        const scope = readScope(call.body);
        const command = commandContext(deps, { ...call, expectedVersion: undefined });
        return answerRebooking(call.database.write, await proposeRebooking(weather, command, scope, call.body.reason.trim()));
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/stopped-order/count',
      operationId: 'countStoppedOrders',
      summary: 'Number of orders in STOP weather',
      description: 'The orders that a rebooking with `allWithStop` takes, by the present forecast.',
      query: Type.Object({
        date: Type.Optional(CalendarDate({ description: 'Default: today and the next days of the setting.', example: '2026-12-01' })),
      }),
      response: StoppedCountSchema,
      example: { stopped: 33 },
      async handle({ query }) {
        return { stopped: (await stoppedBy(weather, query.date)).length };
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/rebooking/',
      operationId: 'listRebookings',
      summary: 'Proposals of new places',
      description: 'Newest first.',
      paging: { sortable: [] },
      response: Paged('RebookingPage', RebookingSchema),
      example: { content: [rebookingExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countRebookings(database.read),
          async (limit, offset) => (await listRebookings(database.read, limit, offset)).map(rebookingJson),
        ),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/rebooking/{id}',
      operationId: 'getRebooking',
      summary: 'A proposal of new places',
      params: RebookingId,
      response: RebookingSchema,
      example: rebookingExample,
      problems: ['NOT_FOUND'],
      handle: ({ params }) => answerRebooking(database.read, params.id),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/rebooking/{id}/row/',
      operationId: 'listRebookingRows',
      summary: 'The orders of a proposal',
      description: 'Orders without a new place first, then by their time.',
      params: RebookingId,
      paging: { sortable: [] },
      response: Paged('RebookingRowPage', RowSchema),
      example: { content: [rowExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        await getState(database.read, params.id);
        return readPage(
          pageable,
          () => countRows(database.read, params.id),
          async (limit, offset) => {
            const rows = await listRows(database.read, params.id, limit, offset);
            await catalog.ensureLoaded([], sessionsOf(rows));
            return rows.map((row) => rowJson(catalog, row));
          },
        );
      },
    }),
    route({
      ...shared,
      method: 'PATCH',
      path: '/api/receptionist/rebooking/{id}/row/{orderId}',
      operationId: 'changeRebookingRow',
      summary: 'Give an order of a proposal another place',
      description: 'Answers with the row and its new cost. No order is changed.',
      params: RowId,
      body: RowBody,
      bodyExample: { date: '2026-11-18', session: { id: 4 } },
      response: RowSchema,
      example: rowExample,
      problems: [
        'NOT_FOUND',
        'PROPOSAL_CLOSED',
        'PLACE_NOT_USABLE',
        'SESSION_FULL',
        'SESSION_CLOSED',
        'SESSION_BEGUN',
        'DATE_NOT_BOOKABLE',
      ],
      async handle(call) {
        const { params, body } = call;
        const command = commandContext(deps, { ...call, expectedVersion: undefined });
        await editRow(weather, command, params.id, params.orderId, readPlace(body));
        return answerRow(call.database.write, params.id, params.orderId);
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/api/receptionist/rebooking/{id}/row/{orderId}/choice/',
      operationId: 'listRebookingChoices',
      summary: 'Places that an order of a proposal could have',
      description: 'With the cost of each, cheapest first.',
      params: RowId,
      paging: { sortable: [] },
      response: Paged('RebookingChoicePage', ChoiceSchema),
      example: { content: [choiceExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        return pageOf(await listChoices(weather, params.id, params.orderId), pageable, (choice) => choiceJson(catalog, choice));
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/rebooking/{id}/apply',
      operationId: 'applyRebooking',
      summary: 'Move the orders of a proposal',
      description:
        'Moves all orders that have a new place, in one transaction, and sends each farmer one message with links to answer. If an order or a place has changed meanwhile, nothing is moved: PROPOSAL_STALE lists the orders, and its entry `rebooking.N` names a new proposal.',
      params: RebookingId,
      response: RebookingSchema,
      example: {
        ...rebookingExample,
        state: 'applied',
        appliedAt: '2026-11-16T11:10:00.000Z',
        undoableUntil: '2026-11-16T13:10:00.000Z',
        answers: { ...rebookingExample.answers, open: 11 },
      },
      problems: ['NOT_FOUND', 'PROPOSAL_STALE', 'PROPOSAL_CLOSED', 'NOTHING_TO_REBOOK'],
      async handle(call) {
        await applyRebooking(weather, commandContext(deps, { ...call, expectedVersion: undefined }), call.params.id);
        return answerRebooking(database.write, call.params.id);
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/api/receptionist/rebooking/{id}/undo',
      operationId: 'undoRebooking',
      summary: 'Undo a rebooking',
      description: `Puts all its orders back, or none. Possible for ${undoHours} hours, until a farmer answers, while the earlier places and crews are free; \`errors\` of BULK_BLOCKED lists what is in the way.`,
      params: RebookingId,
      response: RebookingSchema,
      example: { ...rebookingExample, state: 'undone', appliedAt: '2026-11-16T11:10:00.000Z', undoneAt: '2026-11-16T11:20:00.000Z' },
      problems: ['NOT_FOUND', 'BULK_BLOCKED', 'CANNOT_UNDO', 'ALREADY_UNDONE', 'UNDO_EXPIRED'],
      idempotent: true,
      async handle(call) {
        await undoRebooking(commandContext(deps, { ...call, expectedVersion: undefined }), call.params.id);
        return answerRebooking(call.database.write, call.params.id);
      },
    }),
  ];
}

/** undefined: no new place. */
function readPlace({ date, session, noPlace = false }: Static<typeof RowBody>): Place | undefined {
  if (noPlace) return undefined;
  const errors: FieldError[] = [];
  if (date === undefined) errors.push({ path: 'date', message: 'is required' });
  if (session === undefined) errors.push({ path: 'session', message: 'is required' });
  if (date === undefined || session === undefined) throw invalid(...errors);
  return { date, sessionId: session.id };
}

function readScope({ orderIds, date, sessionIds, allWithStop }: Static<typeof NewRebookingBody>): RebookingScope {
  const errors: FieldError[] = [];
  if (orderIds !== undefined && (date !== undefined || allWithStop === true))
    errors.push({ path: 'orderIds', message: 'cannot be combined with date or allWithStop' });
  if (sessionIds !== undefined && (date === undefined || allWithStop === true))
    errors.push({ path: 'sessionIds', message: 'needs a date, and cannot be combined with allWithStop' });
  if (orderIds === undefined && date === undefined && allWithStop !== true)
    errors.push({ path: '', message: 'orderIds, date or allWithStop is required' });
  if (errors.length > 0) throw invalid(...errors);
  if (orderIds !== undefined) return { kind: 'orders', orderIds };
  if (allWithStop === true) return { kind: 'stop', date };
  return { kind: 'sessions', date: date as string, sessionIds };
}
