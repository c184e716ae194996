import type { Catalog } from '../catalog/catalog.ts';
import type { Actor } from '../orders/order.ts';
import { type Database, type Tx, withinTransaction } from '../platform/postgres/database.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { slotKey } from '../rebooking/planning.ts';
import { findPlannedOrdersOfDate, type PlannedOrder } from '../rebooking/planning-store.ts';
import { draftRebooking } from '../rebooking/propose-rebooking.ts';
import { maxRebookedOrders } from '../rebooking/rebooking-rules.ts';
import { insertRebooking } from '../rebooking/rebooking-store.ts';
import { OrderConditionReader } from '../sensitive-places/order-conditions.ts';
import { demoForecast } from '../weather/demo-forecast.ts';
import { forecastDays } from '../weather/forecast.ts';
import { deleteOldForecasts, listDueCells, saveForecast, wantCellsOfOrders } from '../weather/forecast-store.ts';
import { SprayLimitCache } from '../weather/spray-limit-setting.ts';
import type { WeatherContext } from '../weather/spray-window.ts';

const daysAhead = [1, 2, 3];
const reason = 'Áp thấp nhiệt đới, mưa to ba ngày liền.';

interface RebookingContext {
  database: Database;
  tx: Tx;
  catalog: Catalog;
  now: Date;
}

/** A proposal for the orders of the next three days, ready to be edited and applied. It changes no order. */
export async function planRebooking({ database, tx, catalog, now }: RebookingContext, office: Actor): Promise<void> {
  const { company, sessions } = await catalog.facts();
  const today = wallTime(now, company.timeZone).date;
  const dates = daysAhead.map((days) => addDays(today, days));
  const orders: PlannedOrder[] = [];
  for (const date of dates) orders.push(...(await findPlannedOrdersOfDate(tx, date, null, maxRebookedOrders)));
  if (orders.length === 0) return;
  const within = withinTransaction(database, tx);
  const conditions = new OrderConditionReader();
  const weather: WeatherContext = {
    ...{ database: within, catalog, clock: () => now, fetcher: undefined },
    sprayLimits: new SprayLimitCache(database),
    readConditions: (db, orderIds) => conditions.read(db, orderIds),
  };
  const avoided = dates.flatMap((date) => [...sessions.keys()].map((sessionId) => slotKey({ date, sessionId })));
  const draft = await withDemoForecasts(tx, today, now, () =>
    draftRebooking(
      weather,
      orders.sort((a, b) => Number(a.id) - Number(b.id)),
      avoided,
    ),
  );
  await insertRebooking(tx, { ...draft, actorId: office.id, reason, now }, draft.rows);
}

/** The service fetches forecasts after its start only; until the end of the transaction these are not visible and removed again. */
async function withDemoForecasts<T>(tx: Tx, today: string, now: Date, work: () => Promise<T>): Promise<T> {
  const [justBefore, justAfter] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
  if ((await listDueCells(tx, justAfter, new Date(0), 1)).length > 0) return work();
  await wantCellsOfOrders(tx, today, addDays(today, forecastDays - 1), now);
  const cells = await listDueCells(tx, now, justBefore, maxRebookedOrders);
  const provider = demoForecast(() => now, addDays(today, 1));
  const forecasts = await provider.fetch(cells, AbortSignal.timeout(10_000));
  for (const [at, cell] of cells.entries()) {
    const forecast = forecasts[at];
    if (forecast !== undefined) await saveForecast(tx, cell, { source: provider.source, fetchedAt: now, forecast });
  }
  const result = await work();
  await deleteOldForecasts(tx, justAfter);
  return result;
}
