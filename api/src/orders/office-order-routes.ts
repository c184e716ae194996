import { Paged, pageExample, pageJson, readPage, searchTotal, searchTotalHeaders, searchTotalNote } from '../platform/http/paging.ts';
import { untilClientGone } from '../platform/http/respond.ts';
import { type Route, route } from '../platform/http/route.ts';
import { orderNotFound } from './act-on-order.ts';
import { countOfficeOrders } from './office-count-store.ts';
import { isSearch } from './office-filter.ts';
import { OfficeFilterQuery, readOfficeFilter } from './office-filter-query.ts';
import { listOrdersOfIds, readOfficePage } from './office-list-store.ts';
import { searchOfficeOrders } from './office-search-store.ts';
import { historySortColumns } from './order-history-store.ts';
import { type OrderDeps, OrderId, readTimeline, StepSchema, stepExample } from './order-http.ts';
import { orderSortColumns } from './order-list-store.ts';
import { OrderSchema, orderExample } from './order-schemas.ts';
import { orderExists } from './order-store.ts';

/** Order list and order history for the office. */
export function officeOrderRoutes({ database, orders }: OrderDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/order/',
      operationId: 'listOrders',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'All orders, filtered and searched',
      description: `Default sort: newest date first, completed and cancelled ones last. An order must match all given filters. ${searchTotalNote}`,
      query: OfficeFilterQuery,
      paging: { sortable: Object.keys(orderSortColumns) },
      response: Paged('OrderPage', OrderSchema),
      responseHeaders: searchTotalHeaders,
      example: { content: [orderExample], page: pageExample },
      async handle({ query, pageable, reply }) {
        const filter = readOfficeFilter(query);
        if (isSearch(filter)) {
          const { page, size, sort } = pageable;
          const found = await untilClientGone(reply, (signal) =>
            database.search(signal, (db) => searchOfficeOrders(db, filter, sort, size, page * size)),
          );
          if (found === undefined) return '';
          const { ids, matches } = found;
          return pageJson(
            pageable,
            searchTotal(reply, matches),
            await orders.orders(ids.length === 0 ? [] : await listOrdersOfIds(database.read, ids)),
          );
        }
        return readPage(
          pageable,
          () => countOfficeOrders(database.read, filter),
          async (limit, offset) => orders.orders(await readOfficePage(database.read, filter, pageable.sort, limit, offset)),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/timeline',
      operationId: 'listOrderTimeline',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'History of an order',
      description: 'Default sort: oldest first.',
      params: OrderId,
      paging: { sortable: Object.keys(historySortColumns) },
      response: Paged('OrderStepPage', StepSchema),
      example: { content: [stepExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        const [exists, page] = await Promise.all([
          orderExists(database.read, params.id),
          readTimeline(database, params.id, true, pageable),
        ]);
        if (!exists) throw orderNotFound();
        return page;
      },
    }),
  ];
}
