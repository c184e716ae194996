import { AppError, invalid } from '../errors.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { getBookableSession } from '../orders/bookable-session.ts';
import type { Place } from '../orders/place.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import type { Verdict } from '../weather/spray-window-rules.ts';
import { loadPlanning, type Planning, slotKey } from './planning.ts';
import { findPlannedOrders, type PlannedOrder } from './planning-store.ts';
import { type CostParts, checkOpen, type FreePlace, notPlacedCost, totalCost } from './rebooking-rules.ts';
import { changeRow, findRebookingState, listStoredRows, lockRebooking, type StoredRow } from './rebooking-store.ts';

export const rebookingNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such proposal.');
export const rowNotFound = (): AppError => new AppError('NOT_FOUND', 'This order is not part of the proposal.');

/** Places left for one order of the proposal: what is free, less what other orders of the proposal take, plus what they leave. */
function placesLeft(place: FreePlace, rows: readonly StoredRow[], orderId: string): number {
  const key = slotKey(place);
  const others = rows.filter((row) => row.orderId !== orderId && row.to !== undefined);
  const taken = others.filter(({ to }) => to !== undefined && slotKey(to) === key).length;
  const left = others.filter(({ before }) => slotKey(before) === key).length;
  return place.free - taken + left;
}

const isCrewTaken = (order: PlannedOrder, place: FreePlace, rows: readonly StoredRow[]): boolean =>
  rows.some(
    ({ orderId, to, before }) =>
      orderId !== order.id && to !== undefined && slotKey(to) === slotKey(place) && before.crewIds.some((id) => order.crewIds.includes(id)),
  );

const costIn = (planning: Planning, order: PlannedOrder, place: FreePlace, rows: readonly StoredRow[]): CostParts | undefined =>
  planning.costAt(order, place, planning.isCrewLost(order, place) || isCrewTaken(order, place, rows));

async function findOrderOf(db: Db, rows: readonly StoredRow[], orderId: string): Promise<PlannedOrder> {
  const row = rows.find((one) => one.orderId === orderId);
  const [order] = row === undefined ? [] : await findPlannedOrders(db, [orderId]);
  if (row === undefined || order === undefined) throw rowNotFound();
  return { ...order, date: row.before.date, sessionId: row.before.sessionId, crewIds: row.before.crewIds };
}

/** Gives one order of an open proposal another place, or none. */
export async function editRow(
  context: WeatherContext,
  { database, now }: CommandContext,
  id: string,
  orderId: string,
  to: Place | undefined,
): Promise<void> {
  await database.transaction(async (tx) => {
    const rebooking = await lockRebooking(tx, id);
    if (rebooking === undefined) throw rebookingNotFound();
    const rows = await listStoredRows(tx, id);
    const order = await findOrderOf(tx, rows, orderId);
    checkOpen(rebooking);
    if (to === undefined) await changeRow(tx, id, orderId, { to: undefined, verdict: null, unplaced: 'BY_OFFICE', cost: notPlacedCost });
    else await changeRow(tx, id, orderId, await planRow(context, tx, rows, order, to, now));
  });
}

async function planRow(context: WeatherContext, tx: Tx, rows: readonly StoredRow[], order: PlannedOrder, to: Place, now: Date) {
  const facts = await context.catalog.facts();
  getBookableSession(to, facts, wallTime(now, facts.company.timeZone));
  if (slotKey(order) === slotKey(to)) throw invalid({ path: 'session.id', message: 'is where the order is now' });
  const moving = rows.filter((row) => row.to !== undefined).map(({ orderId }) => orderId);
  const planning = await loadPlanning(context, [order], { from: to.date, to: to.date }, moving, tx);
  const place = planning.places.find((one) => slotKey(one) === slotKey(to));
  if (place === undefined) throw new AppError('SESSION_CLOSED', 'This session is closed on that date.');
  if (placesLeft(place, rows, order.id) <= 0) throw new AppError('SESSION_FULL', 'There is no place left in this session on that date.');
  const cost = costIn(planning, order, place, rows);
  if (cost === undefined)
    throw new AppError('PLACE_NOT_USABLE', 'The weather does not allow spraying there then. Please choose another place.');
  return { to, verdict: planning.verdictAt(order, place), unplaced: null, cost };
}

export interface Choice {
  place: FreePlace;
  /** Places left for this order. */
  left: number;
  verdict: Verdict;
  cost: CostParts;
}

/** The places that one order of a proposal could have, cheapest first. */
export async function listChoices(context: WeatherContext, id: string, orderId: string): Promise<Choice[]> {
  const { database, catalog, clock } = context;
  const rebooking = await findRebookingState(database.read, id);
  if (rebooking === undefined) throw rebookingNotFound();
  const rows = await listStoredRows(database.read, id);
  const order = await findOrderOf(database.read, rows, orderId);
  const { company } = await catalog.facts();
  const range = { from: wallTime(clock(), company.timeZone).date, to: rebooking.lastDate };
  const moving = rows.filter((row) => row.to !== undefined).map((row) => row.orderId);
  const planning = await loadPlanning(context, [order], range, moving);
  return planning.places
    .flatMap((place): Choice[] => {
      const left = placesLeft(place, rows, orderId);
      const cost = left <= 0 || rebooking.avoided.includes(slotKey(place)) ? undefined : costIn(planning, order, place, rows);
      return cost === undefined ? [] : [{ place, left, verdict: planning.verdictAt(order, place), cost }];
    })
    .sort((a, b) => totalCost(a.cost) - totalCost(b.cost));
}
