import type { Db } from '../platform/postgres/database.ts';
import { instantOf } from '../platform/time/clock.ts';
import { cellKey, cellOf, centreOf } from './forecast.ts';
import { conditionFactors, noConditions } from './order-condition-rules.ts';
import { isByDay, type Place } from './session-weather.ts';
import { noVerdicts, type PlaceVerdicts, readVerdictsOfCells, type SessionTimes, type WeatherContext } from './spray-window.ts';
import { type Factor, type SprayWindow, withFactors } from './spray-window-rules.ts';

/** An order by its id, and where it is. */
export interface JudgedOrder extends Place {
  id: string;
}

/** Evaluates sessions for one order: the weather at its place, its products and what is near its field. */
export interface OrderVerdicts extends Pick<PlaceVerdicts, 'source' | 'fetchedAt' | 'elevationM'> {
  /** Orders with the same key have the same verdicts. */
  key: string;
  judge(date: string, session: SessionTimes): SprayWindow;
  /** Of work at these times: the weather, and the factors of the order. */
  judgeWork(start: Date, end: Date): { weather: SprayWindow; conditions: Factor[] };
}

/** The verdicts of many orders, with a fixed number of statements. `db`: where they are read, if the caller has a transaction. */
export async function readOrderVerdicts(
  context: WeatherContext,
  orders: readonly JudgedOrder[],
  db: Db = context.database.read,
): Promise<(order: JudgedOrder) => OrderVerdicts> {
  const cells = orders.map(({ latitude, longitude }) => cellOf(latitude, longitude));
  // One after another: a transaction takes one statement at a time.
  const places = await readVerdictsOfCells(context, cells, db);
  const conditionsOf = await context.readConditions(
    db,
    orders.map(({ id }) => id),
  );
  const { company } = await context.catalog.facts();
  const found = new Map<string, OrderVerdicts>();
  return ({ id, latitude, longitude }) => {
    const cell = cellOf(latitude, longitude);
    const conditions = conditionsOf.get(id) ?? noConditions;
    const key = `${cellKey(cell)} ${JSON.stringify(conditions)}`;
    let verdicts = found.get(key);
    if (verdicts === undefined) {
      const place = places.get(cellKey(cell)) ?? noVerdicts;
      const factorsAt = (start: Date, end: Date) => conditionFactors(conditions, isByDay(centreOf(cell), start, end));
      const windows = new Map<string, SprayWindow>();
      const hasFactors = conditions.hives !== undefined || conditions.place !== undefined;
      verdicts = {
        key,
        source: place.source,
        fetchedAt: place.fetchedAt,
        elevationM: place.elevationM,
        judge(date, session) {
          const weather = place.judge(date, session, conditions.rainFastHours);
          if (!hasFactors) return weather;
          const windowKey = `${date} ${session.startTime} ${session.endTime}`;
          let window = windows.get(windowKey);
          if (window === undefined) {
            const [start, end] = [session.startTime, session.endTime].map((time) => instantOf(date, time, company.timeZone)) as [
              Date,
              Date,
            ];
            window = withFactors(weather, factorsAt(start, end));
            windows.set(windowKey, window);
          }
          return window;
        },
        judgeWork: (start, end) => ({
          weather: place.judgeWork(start, end, conditions.rainFastHours),
          conditions: factorsAt(start, end),
        }),
      };
      found.set(key, verdicts);
    }
    return verdicts;
  };
}
