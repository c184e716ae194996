import { Type } from 'typebox';
import { sessionJson } from '../catalog/catalog.ts';
import { type Pageable, Paged, pageExample, pageOf } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { wallTime } from '../platform/time/clock.ts';
import { datesOf, rangeQuery } from '../weather/date-range.ts';
import { readOrderVerdicts } from '../weather/order-verdicts.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { unknownWindow } from '../weather/spray-window-rules.ts';
import { OrderSprayWindowSchema, originJson, windowExample, windowMembers } from '../weather/spray-window-schemas.ts';
import { listOpenOrders, listOpenOrdersOfSprayer, type OpenOrder } from './order-window-store.ts';

/** Spray windows of many orders in one request: each at the place, the date and the session of its order, with its products. */
export function orderWindowRoutes(context: WeatherContext): Route[] {
  const { database, catalog, clock } = context;
  const description = 'Orders that are not sprayed yet, by date. At most 16 days.';
  const shared = {
    method: 'GET' as const,
    query: Type.Object(rangeQuery),
    paging: { sortable: [] },
    response: Paged('OrderSprayWindowPage', OrderSprayWindowSchema),
    example: { content: [{ orderId: 42, elevationM: 3, ...windowExample }], page: pageExample },
  };
  const range = async (query: { from?: string; to?: string }) => {
    const { company } = await catalog.facts();
    return datesOf(query, () => wallTime(clock(), company.timeZone).date);
  };

  async function answer(orders: OpenOrder[], pageable: Pageable): Promise<string> {
    const shown = orders.slice(pageable.page * pageable.size, (pageable.page + 1) * pageable.size);
    await catalog.ensureLoaded(
      [],
      shown.map(({ sessionId }) => sessionId),
    );
    const { sessions } = await catalog.facts();
    const verdictsOf = await readOrderVerdicts(context, shown);
    // Neighbours in one session have the same window.
    const written = new Map<string, string>();
    return pageOf(orders, pageable, (order) => {
      const { id, date, sessionId } = order;
      const found = verdictsOf(order);
      const key = `${found.key} ${date} ${sessionId}`;
      const session = sessions.get(sessionId);
      if (!written.has(key))
        written.set(
          key,
          windowMembers(
            date,
            session === undefined ? 'null' : sessionJson(session),
            session === undefined ? unknownWindow : found.judge(date, session),
            originJson(found),
          ),
        );
      return `{"orderId":${id},"elevationM":${found.elevationM},${written.get(key)}}`;
    });
  }

  return [
    route({
      ...shared,
      path: '/api/receptionist/spray-window',
      operationId: 'listOrderSprayWindows',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Spray windows of orders',
      description,
      async handle({ query, pageable }) {
        const { from, to } = await range(query);
        return answer(await listOpenOrders(database.read, from, to), pageable);
      },
    }),
    route({
      ...shared,
      path: '/api/sprayer/spray-window',
      operationId: 'listMySprayWindows',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Spray windows of my jobs',
      description,
      async handle({ query, pageable, user }) {
        const { from, to } = await range(query);
        return answer(await listOpenOrdersOfSprayer(database.read, user.id, from, to), pageable);
      },
    }),
  ];
}
