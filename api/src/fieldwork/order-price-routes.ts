import { Type } from 'typebox';
import type { OrderDeps } from '../orders/order-http.ts';
import { maxPageSize, Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, named } from '../platform/http/schemas.ts';
import { listAdjustedPrices } from './order-price-store.ts';

const OrderPriceSchema = named(
  'OrderPrice',
  Exact({
    orderId: Id(),
    cost: Type.Number({ description: 'The price at booking.' }),
    adjustment: Type.Number({ description: 'By how much the office changed it; negative: less is to be paid.' }),
    total: Type.Number({ description: 'What is to be paid in all.' }),
  }),
);
const writePrice = compileRowWriter(OrderPriceSchema);

const pricing = {
  method: 'GET',
  description: 'Only orders whose price is another one than at booking, because another area was sprayed than ordered. Oldest order first.',
  query: Type.Object({
    orderId: Type.Array(Id(), { minItems: 1, maxItems: maxPageSize, description: 'The orders.', example: [42] }),
  }),
  paging: { sortable: [] },
  response: Paged('OrderPricePage', OrderPriceSchema),
  example: { content: [{ orderId: 42, cost: 375000, adjustment: -90000, total: 285000 }], page: pageExample },
} as const;

/** Prices that changed after the booking, for lists of orders. */
export function orderPriceRoutes({ database }: OrderDeps): Route[] {
  return [
    route({
      ...pricing,
      path: '/api/farmer/order-price/',
      operationId: 'listMyOrderPrices',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Adjusted prices of some of my orders',
      handle: async ({ query, user, pageable }) =>
        pageOf(await listAdjustedPrices(database.read, query.orderId, user.id), pageable, writePrice),
    }),
    route({
      ...pricing,
      path: '/api/receptionist/order-price/',
      operationId: 'listOrderPrices',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Adjusted prices of some orders',
      handle: async ({ query, pageable }) => pageOf(await listAdjustedPrices(database.read, query.orderId, null), pageable, writePrice),
    }),
  ];
}
