import { Type } from 'typebox';
import { writeUser } from '../accounts/account-store.ts';
import { expertises, sprayerExample, UserSchema } from '../accounts/user.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { answerOrder, commandContext, type OrderDeps, OrderId, RescheduleBody, rescheduleExample } from '../orders/order-http.ts';
import { orderSortColumns } from '../orders/order-list-store.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { findFarmerOrder, orderExists } from '../orders/order-store.ts';
import { rescheduleOrder } from '../orders/reschedule-order.ts';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter, type RowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, NullableOneOf, NullableText, named } from '../platform/http/schemas.ts';
import { assignCrew, releaseBusyCrew } from './assign-crew.ts';
import { maxCrewSize } from './crew-rules.ts';
import {
  countSprayerOrders,
  countSprayersOfOrder,
  crewSortColumns,
  listCrewContacts,
  listSprayerOrders,
  listSprayersOfOrder,
  sprayerSortColumns,
} from './dispatch-store.ts';

const CrewBody = named(
  'Crew',
  Type.Object({
    sprayerIds: Type.Array(Id(), { minItems: 1, maxItems: maxCrewSize, uniqueItems: true, description: 'One or two active sprayers.' }),
    overrideReason: Type.Optional(
      Type.String({
        maxLength: 500,
        mayBeOmitted: true,
        description: 'Why this crew may break a ban; it is kept in the history of the order and in the audit trail.',
      }),
    ),
  }),
);

/** What a farmer needs of the crew: no address, no e-mail. */
const CrewContactSchema = named(
  'CrewContact',
  Exact({
    id: Id(),
    fullName: Type.String(),
    phoneNumber: NullableText({ description: 'null: none, or the order is completed or cancelled.' }),
    expertise: NullableOneOf(expertises),
  }),
);
const writeCrewContact = compileRowWriter(CrewContactSchema);
const { id, fullName, phoneNumber, expertise } = sprayerExample;
const crewContactExample = { id, fullName, phoneNumber, expertise };

export function dispatchRoutes(deps: OrderDeps): Route[] {
  const { database, orders } = deps;
  const crewPage = (orderId: string, pageable: Pageable, list: typeof listSprayersOfOrder, write: RowWriter) =>
    readPage(
      pageable,
      () => countSprayersOfOrder(database.read, orderId),
      async (limit, offset) => (await list(database.read, orderId, pageable.sort, limit, offset)).map(write),
    );
  return [
    route({
      method: 'GET',
      path: '/api/sprayer/order/',
      ignoresUnknown: true,
      operationId: 'listSprayerOrders',
      access: 'sprayer',
      scope: 'orders:read',
      tag: 'sprayer',
      summary: 'List all orders by logged-in sprayer',
      description: 'Orders whose crew includes the user. Default sort: newest date first, completed and cancelled ones last.',
      paging: { sortable: Object.keys(orderSortColumns) },
      response: Paged('OrderPage', OrderSchema),
      example: { content: [{ ...orderExample, orderStatus: 'assigned' }], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countSprayerOrders(database.read, user.id),
          async (limit, offset) => orders.orders(await listSprayerOrders(database.read, user.id, pageable.sort, limit, offset)),
        ),
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/sprayers',
      ignoresUnknown: true,
      operationId: 'listSprayersOfOrder',
      access: 'receptionist',
      scope: 'orders:read',
      tag: 'receptionist',
      summary: 'List all sprayers by order ID',
      params: OrderId,
      paging: { sortable: Object.keys(sprayerSortColumns) },
      response: Paged('UserPage', UserSchema),
      example: { content: [sprayerExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        const [exists, page] = await Promise.all([
          orderExists(database.read, params.id),
          crewPage(params.id, pageable, listSprayersOfOrder, writeUser),
        ]);
        if (!exists) throw orderNotFound();
        return page;
      },
    }),
    route({
      method: 'GET',
      path: '/api/farmer/order/{id}/crew',
      operationId: 'listMyCrew',
      access: 'farmer',
      tag: 'farmer',
      summary: 'The crew of my order',
      params: OrderId,
      paging: { sortable: Object.keys(crewSortColumns) },
      response: Paged('CrewContactPage', CrewContactSchema),
      example: { content: [crewContactExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, user, pageable }) {
        if ((await findFarmerOrder(database.read, params.id, user.id)) === undefined) throw orderNotFound();
        return crewPage(params.id, pageable, listCrewContacts, writeCrewContact);
      },
    }),
    route({
      method: 'PUT',
      path: '/api/receptionist/order/{id}/sprayers',
      operationId: 'assignCrew',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Assign the crew of an order',
      description:
        'One or two active sprayers, none busy or absent in that session or at the limit of jobs that day. An apprentice works only with an adept or an expert. A pin of the order is kept. A crew that breaks a ban needs `overrideReason`.',
      params: OrderId,
      body: CrewBody,
      bodyExample: { sprayerIds: [5, 7] },
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'assigned' },
      problems: [
        'NOT_FOUND',
        'ACTION_NOT_ALLOWED',
        'CREW_UNKNOWN',
        'CREW_BUSY',
        'CREW_ABSENT',
        'CREW_DAY_LIMIT',
        'CREW_PINNED',
        'CREW_BANNED',
        'LICENCE_EXPIRED',
        'CREW_NEEDS_SENIOR',
      ],
      idempotent: true,
      versioned: true,
      handle: async (call) =>
        answerOrder(
          deps,
          await assignCrew(commandContext(deps, call), call.params.id, call.body.sprayerIds, call.body.overrideReason),
          call.reply,
        ),
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/reschedule',
      operationId: 'rescheduleOrder',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Move an order to another time',
      description: 'A crew that is not free at the new time is released, and the order becomes confirmed again.',
      params: OrderId,
      body: RescheduleBody,
      bodyExample: rescheduleExample,
      response: OrderSchema,
      example: orderExample,
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'DATE_NOT_BOOKABLE', 'SESSION_BEGUN', 'SESSION_FULL', 'SESSION_CLOSED'],
      idempotent: true,
      versioned: true,
      async handle(call) {
        const { date, session } = call.body;
        return answerOrder(
          deps,
          await rescheduleOrder(commandContext(deps, call), call.params.id, { date, sessionId: session.id }, releaseBusyCrew),
          call.reply,
        );
      },
    }),
  ];
}
