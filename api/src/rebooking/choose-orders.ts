import { bulkBlocked, type OrderConflict } from '../dispatch/bulk-rules.ts';
import { AppError } from '../errors.ts';
import { checkAllowed } from '../orders/order-rules.ts';
import { listStoppedOrders, type StoppedOrder } from '../orders/stopped-orders.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { findPlannedOrders, findPlannedOrdersOfDate, type PlannedOrder } from './planning-store.ts';
import { maxRebookedOrders } from './rebooking-rules.ts';

/** Which orders are to be rebooked. */
export type RebookingScope =
  | { kind: 'orders'; orderIds: readonly string[] }
  /** `sessionIds` undefined: the whole day. */
  | { kind: 'sessions'; date: string; sessionIds: readonly string[] | undefined }
  /** Orders whose spray window is STOP; `date` undefined: on any of the next days. */
  | { kind: 'stop'; date: string | undefined };

export async function chooseOrders(context: WeatherContext, scope: RebookingScope): Promise<PlannedOrder[]> {
  const { database } = context;
  const orders =
    scope.kind === 'orders'
      ? await findByIds(context, scope.orderIds)
      : scope.kind === 'sessions'
        ? await findPlannedOrdersOfDate(database.read, scope.date, scope.sessionIds ?? null, maxRebookedOrders + 1)
        : await findStopped(context, scope.date);
  if (orders.length === 0) throw new AppError('NOTHING_TO_REBOOK', 'There are no such orders that could be moved.');
  if (orders.length > maxRebookedOrders)
    throw new AppError('NOTHING_TO_REBOOK', `At most ${maxRebookedOrders} orders can be rebooked at once. Please choose fewer.`);
  return orders;
}

async function findByIds({ database }: WeatherContext, ids: readonly string[]): Promise<PlannedOrder[]> {
  const orders = await findPlannedOrders(database.read, ids);
  const found = new Map(orders.map((order) => [order.id, order]));
  const conflicts = ids.flatMap((orderId): OrderConflict[] => {
    const order = found.get(orderId);
    if (order === undefined) return [{ orderId, code: 'NOT_FOUND', message: 'There is no such order.' }];
    try {
      checkAllowed('reschedule', order.status, 'receptionist');
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [{ orderId, code: error.code, message: error.message }];
    }
  });
  if (conflicts.length > 0) throw bulkBlocked(conflicts, ids.length);
  return orders;
}

async function findStopped(context: WeatherContext, date: string | undefined): Promise<PlannedOrder[]> {
  const stopped = await stoppedBy(context, date);
  return findPlannedOrders(
    context.database.read,
    stopped.slice(0, maxRebookedOrders + 1).map(({ id }) => id),
  );
}

/** Orders in STOP weather on a date; undefined: today and the next days of the setting. */
export async function stoppedBy(context: WeatherContext, date: string | undefined): Promise<StoppedOrder[]> {
  const { company } = await context.catalog.facts();
  const today = wallTime(context.clock(), company.timeZone).date;
  return listStoppedOrders(context, date ?? today, date ?? addDays(today, company.rebookingDays));
}
