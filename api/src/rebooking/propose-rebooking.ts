import type { CommandContext } from '../orders/act-on-order.ts';
import { wallTime } from '../platform/time/clock.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { chooseOrders, type RebookingScope } from './choose-orders.ts';
import { loadPlanning, slotKey } from './planning.ts';
import type { PlannedOrder } from './planning-store.ts';
import { type Assignment, assignPlaces, costs, datesFor, type FreePlace, nameCrews } from './rebooking-rules.ts';
import { insertRebooking, type NewRow } from './rebooking-store.ts';

/** A computed proposal that is not stored yet. */
export interface Draft {
  rows: NewRow[];
  lastDate: string;
  avoided: string[];
}

/** Finds the cheapest new places for the chosen orders and stores them as a proposal; returns its id. */
export async function proposeRebooking(
  context: WeatherContext,
  command: CommandContext,
  scope: RebookingScope,
  reason: string,
): Promise<string> {
  const orders = await chooseOrders(context, scope);
  const draft = await draftRebooking(context, orders, await avoidedBy(context, scope));
  return command.database.transaction((tx) =>
    insertRebooking(tx, { ...draft, actorId: command.actor.id, reason, now: command.now }, draft.rows),
  );
}

/** Sessions that become empty are not used for other orders of the proposal. */
async function avoidedBy({ catalog }: WeatherContext, scope: RebookingScope): Promise<string[]> {
  if (scope.kind !== 'sessions') return [];
  const ids = scope.sessionIds ?? [...(await catalog.facts()).sessions.keys()];
  return ids.map((sessionId) => slotKey({ date: scope.date, sessionId }));
}

export async function draftRebooking(context: WeatherContext, orders: readonly PlannedOrder[], avoided: string[]): Promise<Draft> {
  const { company } = await context.catalog.facts();
  const today = wallTime(context.clock(), company.timeZone).date;
  const ranges = new Map(orders.map(({ id, date }) => [id, datesFor(date, today, company.rebookingDays)]));
  const range = {
    from: [...ranges.values()].map(({ from }) => from).sort()[0] ?? today,
    to:
      [...ranges.values()]
        .map(({ to }) => to)
        .sort()
        .at(-1) ?? today,
  };
  const moving = orders.map(({ id }) => id);
  const { places, costAt, verdictAt } = await loadPlanning(context, orders, range, moving);
  const usable = places.filter((place) => !avoided.includes(slotKey(place)));
  const crews = new Map(nameCrews(orders.map(({ crewIds }) => crewIds)).map((name, index) => [orders[index]?.id, name]));
  const assignments = assignPlaces(
    orders,
    usable,
    (order, place) => costAt(order, place),
    ({ id }) => crews.get(id),
    ({ id }, { date }) => {
      const { from = today, to = today } = ranges.get(id) ?? {};
      return from <= date && date <= to;
    },
  );
  const crewAt = new Set<string>();
  const rows = orders.map((order, index): NewRow => {
    const assignment = assignments[index] as Assignment;
    const before = { status: order.status, date: order.date, sessionId: order.sessionId, crewIds: order.crewIds };
    if (assignment.placeAt === undefined)
      return { orderId: order.id, before, to: undefined, verdict: null, unplaced: assignment.unplaced, cost: assignment.cost };
    const place = usable[assignment.placeAt] as FreePlace;
    // Two orders of one crew in the same session: the one with the lower id keeps the crew, as when the proposal is applied.
    const keys = order.crewIds.map((id) => `${id} ${slotKey(place)}`);
    const isLost = assignment.cost.crew > 0 || keys.some((key) => crewAt.has(key));
    if (!isLost) for (const key of keys) crewAt.add(key);
    return {
      orderId: order.id,
      before,
      to: { date: place.date, sessionId: place.sessionId },
      verdict: verdictAt(order, place),
      unplaced: null,
      cost: { ...assignment.cost, crew: isLost ? costs.crewLost : 0 },
    };
  });
  return { rows, lastDate: range.to, avoided };
}
