import { SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, named } from '../platform/http/schemas.ts';
import { orderNotFound } from './act-on-order.ts';
import { type OrderDeps, OrderId } from './order-http.ts';
import { countMoves, listMoves } from './order-move-store.ts';
import { findFarmerOrder, orderExists } from './order-store.ts';

const MoveSchema = named(
  'OrderMove',
  Exact({
    stepId: Id('The step of the timeline that moved the order.'),
    fromDate: CalendarDate(),
    fromSession: SessionSchema,
    toDate: CalendarDate(),
    toSession: SessionSchema,
  }),
);
const moveExample = { stepId: 4, fromDate: '2026-11-17', fromSession: sessionExample, toDate: '2026-11-18', toSession: sessionExample };

/** Old and new times of each move, for the history of an order. */
export function orderMoveRoutes({ database, catalog }: OrderDeps): Route[] {
  const writeMove = compileRowWriter(MoveSchema, catalog.fragments);
  const readMoves = (orderId: string, pageable: Pageable) =>
    readPage(
      pageable,
      () => countMoves(database.read, orderId),
      async (limit, offset) => {
        const rows = await listMoves(database.read, orderId, limit, offset);
        await catalog.ensureLoaded(
          [],
          rows.flatMap((row) => [String(row[2]), String(row[4])]),
        );
        return rows.map(writeMove);
      },
    );
  const common = {
    method: 'GET',
    description: 'Oldest first. Moves from before this feature are not recorded.',
    params: OrderId,
    paging: { sortable: [] },
    response: Paged('OrderMovePage', MoveSchema),
    example: { content: [moveExample], page: pageExample },
  } as const;
  return [
    route({
      ...common,
      path: '/api/receptionist/order/{id}/move/',
      operationId: 'listOrderMoves',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Old and new times of the moves of an order',
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        const [exists, page] = await Promise.all([orderExists(database.read, params.id), readMoves(params.id, pageable)]);
        if (!exists) throw orderNotFound();
        return page;
      },
    }),
    route({
      ...common,
      path: '/api/farmer/order/{id}/move/',
      operationId: 'listFarmerOrderMoves',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Old and new times of the moves of my order',
      problems: ['NOT_FOUND'],
      async handle({ params, user, pageable }) {
        if ((await findFarmerOrder(database.read, params.id, user.id)) === undefined) throw orderNotFound();
        return readMoves(params.id, pageable);
      },
    }),
  ];
}
