import { type Static, Type } from 'typebox';
import { type FieldError, invalid } from '../errors.ts';
import { orderStatuses } from '../orders/order.ts';
import { commandContext, type OrderDeps } from '../orders/order-http.ts';
import { SessionInput } from '../orders/order-schemas.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { CalendarDate, Exact, Id, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { applyBulkAction, type BulkActionInput } from './apply-bulk-action.ts';
import { bulkActionKinds, maxBulkOrders, undoableUntil, undoPeriodMinutes } from './bulk-rules.ts';
import { countUndoable, findBulkAction, listUndoable } from './bulk-store.ts';
import { maxCrewSize } from './crew-rules.ts';
import { bulkActionNotFound, undoBulkAction } from './undo-bulk-action.ts';

const SprayerIds = Type.Array(Id(), { minItems: 1, maxItems: maxCrewSize, uniqueItems: true, description: 'One or two active sprayers.' });

const BulkActionBody = named(
  'NewBulkAction',
  Type.Object({
    action: OneOf(bulkActionKinds),
    orders: Type.Array(
      Type.Object({
        id: Id(),
        orderStatus: Type.Optional(OneOf(orderStatuses)),
        date: Type.Optional(CalendarDate()),
        sessionId: Type.Optional(Id()),
      }),
      {
        minItems: 1,
        maxItems: maxBulkOrders,
        description:
          'The orders, with the state and time that the client has seen. An order that differs blocks the action with ORDER_CHANGED.',
      },
    ),
    reason: Text(500, { description: 'Sent to the farmers. For `message` it is the text of the message.' }),
    date: Type.Optional(CalendarDate({ description: 'For `move`.' })),
    session: Type.Optional(SessionInput),
    sprayerIds: Type.Optional(SprayerIds),
    crews: Type.Optional(
      Type.Array(Type.Object({ orderId: Id(), sprayerIds: SprayerIds }), {
        maxItems: maxBulkOrders,
        description: 'For `assign`, instead of `sprayerIds`: a crew for each order.',
      }),
    ),
  }),
);

const BulkActionSchema = named(
  'BulkAction',
  Exact({
    id: Id(),
    action: OneOf(bulkActionKinds),
    reason: Type.String(),
    timestamp: Timestamp(),
    by: Type.String({ description: 'Name of the user.' }),
    orderIds: Type.Array(Id()),
    undoableUntil: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'null: it cannot be undone, or is undone already.',
    }),
    undoneAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  }),
);
const bulkActionExample = {
  id: 12,
  action: 'move',
  reason: 'Heavy rain is forecast.',
  timestamp: '2026-11-16T02:30:00.000Z',
  by: 'Phạm Thị Mai',
  orderIds: [42, 43],
  undoableUntil: '2026-11-16T02:40:00.000Z',
  undoneAt: null,
};

const ActionId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The action.'), example: 12 }) });

function writeBulkAction([id, kind, reason, at, by, orderIds, undoneAt]: Row): string {
  const until = kind === 'message' || typeof undoneAt === 'string' ? null : undoableUntil(new Date(String(at))).toISOString();
  const rest = JSON.stringify({ action: kind, reason, timestamp: at, by }).slice(1, -1);
  return `{"id":${id},${rest},"orderIds":[${orderIds}],"undoableUntil":${JSON.stringify(until)},"undoneAt":${JSON.stringify(undoneAt ?? null)}}`;
}

async function answerBulkAction(db: Db, id: string): Promise<string> {
  const row = await findBulkAction(db, id);
  if (row === undefined) throw bulkActionNotFound();
  return writeBulkAction(row);
}

/** Actions of the office on many orders, and undoing them. */
export function bulkRoutes(deps: OrderDeps): Route[] {
  const { database, clock } = deps;
  return [
    route({
      method: 'POST',
      path: '/api/receptionist/bulk-action',
      operationId: 'createBulkAction',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Change many orders at once',
      description: `Moves, assigns a crew to, cancels, or sends a message to the farmers of up to ${maxBulkOrders} orders: all of them, or none if one blocks the action. \`errors\` of BULK_BLOCKED lists the blocking orders with their codes. A moved order whose crew is not free becomes confirmed again. Can be undone for ${undoPeriodMinutes} minutes; refunds of cancelled orders wait for that long.`,
      body: BulkActionBody,
      bodyExample: {
        action: 'move',
        orders: [{ id: 42, orderStatus: 'confirmed', date: '2026-11-17', sessionId: 3 }, { id: 43 }],
        reason: 'Heavy rain is forecast.',
        date: '2026-11-18',
        session: { id: 4 },
      },
      response: BulkActionSchema,
      example: bulkActionExample,
      problems: ['BULK_BLOCKED', 'ACTION_NOT_ALLOWED', 'DATE_NOT_BOOKABLE', 'SESSION_BEGUN'],
      idempotent: true,
      async handle(call) {
        const context = { ...commandContext(deps, { ...call, expectedVersion: undefined }) };
        return answerBulkAction(call.database.write, await applyBulkAction(context, readInput(call.body)));
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/bulk-action/',
      operationId: 'listUndoableBulkActions',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Bulk actions that can be undone',
      description: `Bulk actions of the last ${undoPeriodMinutes} minutes, newest first.`,
      paging: { sortable: [] },
      response: Paged('BulkActionPage', BulkActionSchema),
      example: { content: [bulkActionExample], page: pageExample },
      handle({ pageable }) {
        const since = new Date(clock().getTime() - undoPeriodMinutes * 60_000);
        return readPage(
          pageable,
          () => countUndoable(database.read, since),
          async (limit, offset) => (await listUndoable(database.read, since, limit, offset)).map(writeBulkAction),
        );
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/bulk-action/{id}/undo',
      operationId: 'undoBulkAction',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Undo a bulk action',
      description:
        'Restores all its orders, or none: if one has been changed or refunded since then, or its place or crew is taken, `errors` of BULK_BLOCKED lists it.',
      params: ActionId,
      response: BulkActionSchema,
      example: { ...bulkActionExample, undoableUntil: null, undoneAt: '2026-11-16T02:33:00.000Z' },
      problems: ['NOT_FOUND', 'BULK_BLOCKED', 'CANNOT_UNDO', 'ALREADY_UNDONE', 'UNDO_EXPIRED'],
      idempotent: true,
      async handle(call) {
        await undoBulkAction(commandContext(deps, { ...call, expectedVersion: undefined }), call.params.id);
        return answerBulkAction(call.database.write, call.params.id);
      },
    }),
  ];
}

function readInput(body: Static<typeof BulkActionBody>): BulkActionInput {
  const { action: kind, orders, date, session, sprayerIds, crews } = body;
  const ids = orders.map(({ id }) => id);
  const crewOf = new Map(
    sprayerIds === undefined ? crews?.map((crew) => [crew.orderId, crew.sprayerIds]) : ids.map((id) => [id, sprayerIds]),
  );
  const errors: FieldError[] = [];
  if (new Set(ids).size < ids.length) errors.push({ path: 'orders', message: 'must not name an order twice' });
  if (kind === 'move' && date === undefined) errors.push({ path: 'date', message: 'is required' });
  if (kind === 'move' && session === undefined) errors.push({ path: 'session', message: 'is required' });
  if (kind === 'assign' && !ids.every((id) => crewOf.has(id))) errors.push({ path: 'sprayerIds', message: 'is required for every order' });
  if (errors.length > 0) throw invalid(...errors);
  const moveTo = date === undefined || session === undefined ? undefined : { date, sessionId: session.id };
  return { kind, orders, reason: body.reason.trim(), moveTo, crews: crewOf };
}
