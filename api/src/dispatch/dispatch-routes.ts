import { writeUser } from '../accounts/account-store.ts';
import { sprayerExample, UserSchema } from '../accounts/user.ts';
import { orderNotFound } from '../orders/confirm-order.ts';
import { type OrderDeps, OrderId } from '../orders/order-routes.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { orderExists, orderSortColumns } from '../orders/order-store.ts';
import { Paged, pageExample, readPage } from '../platform/paging.ts';
import { type Route, route } from '../platform/route.ts';
import { countSprayerOrders, countSprayersOfOrder, listSprayerOrders, listSprayersOfOrder, sprayerSortColumns } from './dispatch-store.ts';

export function dispatchRoutes({ database, orders }: OrderDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/sprayer/order/',
      operationId: 'listSprayerOrders',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'List all orders by logged-in sprayer',
      description: 'Orders whose crew I am in: newest date first, completed and cancelled ones last, unless sorted otherwise.',
      paging: { sortable: Object.keys(orderSortColumns), required: true },
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
      operationId: 'listSprayersOfOrder',
      access: 'receptionist',
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
          readPage(
            pageable,
            () => countSprayersOfOrder(database.read, params.id),
            async (limit, offset) => (await listSprayersOfOrder(database.read, params.id, pageable.sort, limit, offset)).map(writeUser),
          ),
        ]);
        if (!exists) throw orderNotFound();
        return page;
      },
    }),
  ];
}
