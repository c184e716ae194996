import { readOrderVerdicts } from '../weather/order-verdicts.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { listOpenOrders, type OpenOrder } from './order-window-store.ts';
import { listLastStops } from './weather-check-store.ts';

/** An order whose spray window is STOP. */
export interface StoppedOrder extends OpenOrder {
  /** When that forecast was fetched, or the last check was made. */
  since: Date;
}

/**
 * Orders of these dates that have not begun and cannot be sprayed at their time, by the present forecast and their products. Without a usable
 * forecast a STOP of the last check stays. A fixed number of statements.
 */
export async function listStoppedOrders(context: WeatherContext, from: string, to: string): Promise<StoppedOrder[]> {
  const open = (await listOpenOrders(context.database.read, from, to)).filter(({ isBegun }) => !isBegun);
  const verdictsOf = await readOrderVerdicts(context, open);
  await context.catalog.ensureLoaded(
    [],
    open.map(({ sessionId }) => sessionId),
  );
  const { sessions } = await context.catalog.facts();
  const judged = open.map((order) => {
    const session = sessions.get(order.sessionId);
    const verdicts = verdictsOf(order);
    const verdict = session === undefined ? 'UNKNOWN' : verdicts.judge(order.date, session).verdict;
    return { order, verdict, fetchedAt: verdicts.fetchedAt };
  });
  const unknown = judged.filter(({ verdict }) => verdict === 'UNKNOWN').map(({ order }) => order.id);
  const before = unknown.length === 0 ? new Map<string, Date>() : await listLastStops(context.database.read, unknown);
  return judged.flatMap(({ order, verdict, fetchedAt }) => {
    // A product can say STOP without a forecast.
    const since = verdict === 'STOP' ? (fetchedAt ?? context.clock()) : before.get(order.id);
    return since === undefined ? [] : [{ ...order, since }];
  });
}
