import { Type } from 'typebox';
import { unitOfOrder } from '../catalog/area-unit-rules.ts';
import { maxPageSize, Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, named } from '../platform/http/schemas.ts';
import type { OrderDeps } from './order-http.ts';
import { listOrderUnits } from './order-unit-store.ts';

const OrderUnitSchema = named(
  'OrderUnit',
  Exact({ orderId: Id(), areaUnit: Type.String({ description: 'Unit of the areas of the order.' }) }),
);

/** The unit in which each order was booked. */
export function orderUnitRoutes({ database, catalog }: OrderDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/common/order-unit/',
      operationId: 'listOrderUnits',
      access: 'signed-in',
      tag: 'common',
      summary: 'Units of area of some orders',
      description:
        'Of the orders that the user may see. They differ from the unit of the company only if it has `formerAreaUnits`. Oldest order first.',
      query: Type.Object({
        orderId: Type.Array(Id(), { minItems: 1, maxItems: maxPageSize, description: 'The orders.', example: [42] }),
      }),
      paging: { sortable: [] },
      response: Paged('OrderUnitPage', OrderUnitSchema),
      example: { content: [{ orderId: 42, areaUnit: 'decare' }], page: pageExample },
      async handle({ query, user, pageable }) {
        const { areaUnit } = (await catalog.facts()).company;
        return pageOf(
          await listOrderUnits(database.read, query.orderId, user),
          pageable,
          ([id, unit]) => `{"orderId":${id},"areaUnit":${JSON.stringify(unitOfOrder(unit, areaUnit))}}`,
        );
      },
    }),
  ];
}
