import { cellKey, cellOf } from '../weather/forecast.ts';
import { type PlaceVerdicts, readVerdictsOfCell, type WeatherContext } from '../weather/spray-window.ts';
import { listOpenOrders, type OpenOrder } from './order-window-store.ts';
import { listLastStops } from './weather-check-store.ts';

/** An order whose spray window is STOP. */
export interface StoppedOrder extends OpenOrder {
  /** When that forecast was fetched, or the last check was made. */
  since: Date;
}

/**
 * Orders of these dates that have not begun and cannot be sprayed at their time, by the present forecast. Without a usable one a STOP of the
 * last check stays. One statement; forecasts and windows are kept in memory.
 */
export async function listStoppedOrders(context: WeatherContext, from: string, to: string): Promise<StoppedOrder[]> {
  const open = (await listOpenOrders(context.database.read, from, to)).filter(({ isBegun }) => !isBegun);
  const cells = new Map(open.map(({ latitude, longitude }) => cellOf(latitude, longitude)).map((cell) => [cellKey(cell), cell]));
  const verdicts = new Map<string, PlaceVerdicts>(
    await Promise.all([...cells].map(async ([key, cell]) => [key, await readVerdictsOfCell(context, cell)] as const)),
  );
  await context.catalog.ensureLoaded(
    [],
    open.map(({ sessionId }) => sessionId),
  );
  const { sessions } = await context.catalog.facts();
  const verdictOf = ({ date, sessionId, latitude, longitude }: OpenOrder) => {
    const session = sessions.get(sessionId);
    const found = verdicts.get(cellKey(cellOf(latitude, longitude)));
    return session === undefined || found?.version === undefined ? undefined : found.judge(date, session).verdict;
  };
  const judged = open.map((order) => ({ order, verdict: verdictOf(order) }));
  const unknown = judged.filter(({ verdict }) => verdict === undefined || verdict === 'UNKNOWN').map(({ order }) => order.id);
  const before = unknown.length === 0 ? new Map<string, Date>() : await listLastStops(context.database.read, unknown);
  return judged.flatMap(({ order, verdict }) => {
    const fetchedAt = verdicts.get(cellKey(cellOf(order.latitude, order.longitude)))?.fetchedAt;
    const since = verdict === 'STOP' ? fetchedAt : before.get(order.id);
    return since == null ? [] : [{ ...order, since }];
  });
}
