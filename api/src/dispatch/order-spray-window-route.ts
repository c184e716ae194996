import { sessionJson } from '../catalog/catalog.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { OrderId } from '../orders/order-http.ts';
import { findWindowedOrder } from '../orders/order-window-store.ts';
import { type Route, route } from '../platform/http/route.ts';
import { readOrderVerdicts } from '../weather/order-verdicts.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { unknownWindow } from '../weather/spray-window-rules.ts';
import { OrderSprayWindowSchema, originJson, windowExample, windowMembers } from '../weather/spray-window-schemas.ts';
import { checkReadable } from './order-reader.ts';

/** The spray window of one order, for everyone who may read the order. */
export function orderSprayWindowRoute(context: WeatherContext): Route[] {
  const { database, catalog } = context;
  return [
    route({
      method: 'GET',
      path: '/api/common/order/{id}/spray-window',
      operationId: 'getOrderSprayWindow',
      access: 'signed-in',
      tag: 'common',
      summary: 'Spray window of an order',
      description:
        'At the place, date and session of the order, with its products: the hours without rain that they need (`rainFast`), hives near the field if one kills bees (`bees`; GO when the work is outside sunrise to sunset), and other sensitive places within the buffer of the place or of a product, whichever is larger (`buffer`).',
      params: OrderId,
      response: OrderSprayWindowSchema,
      example: { orderId: 42, elevationM: 3, ...windowExample },
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        await checkReadable(database.read, params.id, user);
        const order = await findWindowedOrder(database.read, params.id);
        if (order === undefined) throw orderNotFound();
        const { date, sessionId } = order;
        await catalog.ensureLoaded([], [sessionId]);
        const session = (await catalog.facts()).sessions.get(sessionId);
        const verdicts = (await readOrderVerdicts(context, [order]))(order);
        const window = session === undefined ? unknownWindow : verdicts.judge(date, session);
        const members = windowMembers(date, session === undefined ? 'null' : sessionJson(session), window, originJson(verdicts));
        return `{"orderId":${order.id},"elevationM":${verdicts.elevationM},${members}}`;
      },
    }),
  ];
}
