import { Type } from 'typebox';
import type { Catalog } from '../catalog/catalog.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';
import type { Outbox } from '../platform/outbox.ts';
import { Paged, pageExample, readPage } from '../platform/paging.ts';
import { type Route, route } from '../platform/route.ts';
import { Id, OneOf } from '../platform/schemas.ts';
import { confirmOrder, orderNotFound } from './confirm-order.ts';
import { orderStatuses, paymentMethods } from './order.ts';
import { FarmerOrderSchema, farmerOrderExample, NewOrderSchema, newOrderExample, OrderSchema, orderExample } from './order-schemas.ts';
import { countFarmerOrders, findOrder, listFarmerOrders, type OrderWriter, orderSortColumns } from './order-store.ts';
import { placeOrder } from './place-order.ts';

export const OrderId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The order.'), example: 42 }) });

export interface OrderDeps {
  database: Database;
  catalog: Catalog;
  orders: OrderWriter;
  outbox: Outbox;
  clock: Clock;
}

export function orderRoutes({ database, catalog, orders, outbox, clock }: OrderDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/farmer/order',
      operationId: 'createOrder',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Create a new order',
      description: 'Takes a place in the session. The cost is the area times the price of the crop today.',
      body: NewOrderSchema,
      bodyExample: newOrderExample,
      response: FarmerOrderSchema,
      example: farmerOrderExample,
      problems: ['DATE_NOT_BOOKABLE', 'SESSION_BEGUN', 'SESSION_FULL'],
      async handle({ body, user }) {
        const row = await placeOrder(database, catalog, user, body, clock());
        outbox.wake();
        return first(await orders.farmerOrders([row]));
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}',
      operationId: 'getOrder',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Get an order',
      params: OrderId,
      response: OrderSchema,
      example: orderExample,
      problems: ['NOT_FOUND'],
      async handle({ params }) {
        const row = await findOrder(database.read, params.id);
        if (row === undefined) throw orderNotFound();
        return first(await orders.orders([row]));
      },
    }),
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/confirm',
      operationId: 'confirmOrder',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Confirm an on-going order',
      description:
        'A pending order becomes confirmed. For an order in progress it is the sign-off: the order is completed once crew and farmer have both said so. Repeating it changes nothing.',
      params: OrderId,
      response: FarmerOrderSchema,
      example: farmerOrderExample,
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
      async handle({ params, user }) {
        const row = await confirmOrder(database, catalog, user, params.id, clock());
        outbox.wake();
        return first(await orders.farmerOrders([row]));
      },
    }),
    route({
      method: 'GET',
      path: '/api/farmer/order/',
      operationId: 'listFarmerOrders',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Get all orders',
      description: 'My orders: newest date first, completed and cancelled ones last, unless sorted otherwise.',
      query: Type.Object({
        orderStatus: Type.Optional(choices(orderStatuses, 'Only orders in one of these states.')),
        paymentMethod: Type.Optional(choices(paymentMethods, 'Only orders paid in one of these ways.')),
      }),
      paging: { sortable: Object.keys(orderSortColumns) },
      response: Paged('FarmerOrderPage', FarmerOrderSchema),
      example: { content: [farmerOrderExample], page: pageExample },
      handle({ query, user, pageable }) {
        const filter = {
          farmerId: user.id,
          orderStatus: query.orderStatus ?? [],
          paymentMethod: query.paymentMethod ?? [],
        };
        return readPage(
          pageable,
          () => countFarmerOrders(database.read, filter),
          async (limit, offset) => orders.farmerOrders(await listFarmerOrders(database.read, filter, pageable.sort, limit, offset)),
        );
      },
    }),
  ];
}

export const first = (items: string[]): string => items[0] as string;

const choices = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Array(OneOf(values), { description, example: [values[0]] });
