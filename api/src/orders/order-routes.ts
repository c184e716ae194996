import { Type } from 'typebox';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { orderNotFound } from './act-on-order.ts';
import { findBookingErrors } from './bookable-session.ts';
import { cancelOrder } from './cancel-order.ts';
import { confirmOrder } from './confirm-order.ts';
import { orderStatuses, paymentMethods } from './order.ts';
import { historySortColumns } from './order-history-store.ts';
import {
  answerFarmerOrder,
  answerOrder,
  choices,
  commandContext,
  type OrderDeps,
  OrderId,
  ReasonBody,
  RescheduleBody,
  readTimeline,
  rescheduleExample,
  StepSchema,
  stepExample,
} from './order-http.ts';
import { countFarmerOrders, listFarmerOrders, orderSortColumns } from './order-list-store.ts';
import {
  CallerOrderSchema,
  callerOrderExample,
  FarmerOrderSchema,
  farmerOrderExample,
  NewOrderSchema,
  newOrderExample,
  OrderSchema,
  orderExample,
} from './order-schemas.ts';
import { findFarmerOrder, findOrder, findRawOrder } from './order-store.ts';
import { placeForCaller } from './place-for-caller.ts';
import { placeOrder } from './place-order.ts';
import { rescheduleOrder } from './reschedule-order.ts';

export function orderRoutes(deps: OrderDeps): Route[] {
  const { database, orders, catalog, clock } = deps;
  const findMoreErrors = (body: Record<string, unknown>) => findBookingErrors(catalog, clock(), body);
  return [
    route({
      method: 'POST',
      path: '/api/farmer/order',
      ignoresUnknown: true,
      operationId: 'createOrder',
      access: 'farmer',
      scope: 'orders:write',
      tag: 'farmer',
      summary: 'Create a new order',
      description: 'Takes a place in the session. The cost is the area times the price of the crop today.',
      body: NewOrderSchema,
      bodyExample: newOrderExample,
      response: FarmerOrderSchema,
      example: farmerOrderExample,
      problems: ['DATE_NOT_BOOKABLE', 'SESSION_BEGUN', 'SESSION_FULL', 'SESSION_CLOSED', 'AREA_TOO_LARGE', 'TOO_MANY_OPEN_BOOKINGS'],
      idempotent: true,
      findMoreErrors,
      handle: async (call) => answerFarmerOrder(deps, await placeOrder(commandContext(deps, call), call.user.id, call.body), call.reply),
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}',
      ignoresUnknown: true,
      operationId: 'getOrder',
      access: 'receptionist',
      scope: 'orders:read',
      tag: 'receptionist',
      summary: 'Get an order',
      params: OrderId,
      response: OrderSchema,
      example: orderExample,
      problems: ['NOT_FOUND'],
      handle: async ({ params, reply }) => answerOrder(deps, await findRawOrder(database.read, params.id), reply),
    }),
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/confirm',
      ignoresUnknown: true,
      operationId: 'confirmOrder',
      access: 'farmer',
      scope: 'orders:write',
      tag: 'farmer',
      summary: 'Confirm an on-going order',
      description:
        'A pending order becomes confirmed. For an order in progress it is the sign-off: the order is completed once the crew has reported the work and the farmer has signed it off. Idempotent.',
      params: OrderId,
      response: FarmerOrderSchema,
      example: farmerOrderExample,
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
      idempotent: true,
      versioned: true,
      handle: async (call) => answerFarmerOrder(deps, await confirmOrder(commandContext(deps, call), call.params.id), call.reply),
    }),
    route({
      method: 'GET',
      path: '/api/farmer/order/',
      ignoresUnknown: true,
      operationId: 'listFarmerOrders',
      access: 'farmer',
      scope: 'orders:read',
      tag: 'farmer',
      summary: 'Get all orders',
      description: 'My orders. Default sort: newest date first, completed and cancelled ones last.',
      query: Type.Object({
        orderStatus: Type.Optional(choices(orderStatuses, 'Only orders in one of these states.')),
        paymentMethod: Type.Optional(choices(paymentMethods, 'Only orders paid in one of these ways.')),
      }),
      paging: { sortable: Object.keys(orderSortColumns) },
      response: Paged('FarmerOrderPage', FarmerOrderSchema),
      example: { content: [farmerOrderExample], page: pageExample },
      handle({ query, user, pageable }) {
        const filter = { farmerId: user.id, orderStatus: query.orderStatus ?? [], paymentMethod: query.paymentMethod ?? [] };
        return readPage(
          pageable,
          () => countFarmerOrders(database.read, filter),
          async (limit, offset) => orders.farmerOrders(await listFarmerOrders(database.read, filter, pageable.sort, limit, offset)),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/farmer/order/{id}',
      operationId: 'getFarmerOrder',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Get one of my orders',
      params: OrderId,
      response: FarmerOrderSchema,
      example: farmerOrderExample,
      problems: ['NOT_FOUND'],
      handle: async ({ params, user, reply }) => answerFarmerOrder(deps, await findFarmerOrder(database.read, params.id, user.id), reply),
    }),
    route({
      method: 'GET',
      path: '/api/farmer/order/{id}/timeline',
      operationId: 'listFarmerOrderTimeline',
      access: 'farmer',
      tag: 'farmer',
      summary: 'History of my order',
      description: 'Default sort: oldest first.',
      params: OrderId,
      paging: { sortable: Object.keys(historySortColumns) },
      response: Paged('OrderStepPage', StepSchema),
      example: { content: [stepExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, user, pageable }) {
        if ((await findFarmerOrder(database.read, params.id, user.id)) === undefined) throw orderNotFound();
        return readTimeline(database, params.id, false, pageable);
      },
    }),
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/cancel',
      operationId: 'cancelFarmerOrder',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Cancel my order',
      description: 'Up to 12 hours before its session. The place becomes free; a card payment is refunded.',
      params: OrderId,
      response: FarmerOrderSchema,
      example: { ...farmerOrderExample, orderStatus: 'cancelled' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_LATE_TO_CANCEL'],
      idempotent: true,
      versioned: true,
      handle: async (call) => answerFarmerOrder(deps, await cancelOrder(commandContext(deps, call), call.params.id, undefined), call.reply),
    }),
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/reschedule',
      operationId: 'rescheduleFarmerOrder',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Move my order to another time',
      description: 'Up to 12 hours before its session.',
      params: OrderId,
      body: RescheduleBody,
      bodyExample: rescheduleExample,
      response: FarmerOrderSchema,
      example: farmerOrderExample,
      problems: [
        'NOT_FOUND',
        'ACTION_NOT_ALLOWED',
        'TOO_LATE_TO_RESCHEDULE',
        'DATE_NOT_BOOKABLE',
        'SESSION_BEGUN',
        'SESSION_FULL',
        'SESSION_CLOSED',
        'AREA_TOO_LARGE',
      ],
      idempotent: true,
      versioned: true,
      async handle(call) {
        const { date, session } = call.body;
        // A farmer moves an order only before it has a crew.
        const row = await rescheduleOrder(commandContext(deps, call), call.params.id, { date, sessionId: session.id }, async () => []);
        return answerFarmerOrder(deps, row, call.reply);
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order',
      operationId: 'createOrderForCaller',
      access: 'receptionist',
      scope: 'orders:write',
      tag: 'receptionist',
      summary: 'Book for a farmer on the phone',
      description: 'The farmer is found by phone number, or a new account is created. The order is confirmed at once.',
      body: CallerOrderSchema,
      bodyExample: callerOrderExample,
      response: OrderSchema,
      example: orderExample,
      problems: ['FARMER_DEACTIVATED', 'DATE_NOT_BOOKABLE', 'SESSION_BEGUN', 'SESSION_FULL', 'SESSION_CLOSED'],
      idempotent: true,
      findMoreErrors,
      async handle(call) {
        const { farmer, ...order } = call.body;
        const row = await placeForCaller(commandContext(deps, call), farmer, order);
        return answerOrder(deps, await findOrder(call.database.write, row[0] as string), call.reply);
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/confirm',
      operationId: 'confirmOrderForFarmer',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Confirm an order for its farmer',
      params: OrderId,
      response: OrderSchema,
      example: orderExample,
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
      idempotent: true,
      versioned: true,
      handle: async (call) => answerOrder(deps, await confirmOrder(commandContext(deps, call), call.params.id), call.reply),
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/cancel',
      operationId: 'cancelOrder',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Cancel an order, with a reason',
      params: OrderId,
      body: ReasonBody,
      bodyExample: { reason: 'Heavy rain is forecast; the farmer agreed on the phone.' },
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'cancelled' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
      idempotent: true,
      versioned: true,
      handle: async (call) =>
        answerOrder(deps, await cancelOrder(commandContext(deps, call), call.params.id, call.body.reason.trim()), call.reply),
    }),
  ];
}
