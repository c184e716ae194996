import type { CatalogFacts } from '../catalog/catalog.ts';
import { AppError, invalid } from '../errors.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { getBookableSession } from '../orders/bookable-session.ts';
import { changePlaces, type LockedOrder, lockOrders, saveChanges } from '../orders/order-change-store.ts';
import { assign, type Change, cancel, checkReschedulable, reschedule } from '../orders/order-rules.ts';
import type { Place } from '../orders/place.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { type WallTime, wallTime } from '../platform/time/clock.ts';
import {
  type BulkActionKind,
  bulkBlocked,
  differsFromSeen,
  type OrderConflict,
  type OrderPlan,
  type RecordedOrder,
  type SeenOrder,
  sameIds,
} from './bulk-rules.ts';
import { insertBulkAction, type PlanFacts, readPlanFacts, saveOfficeMessage } from './bulk-store.ts';
import { findBusyCrew, replaceCrews } from './change-crews.ts';
import { removeCrewExcept } from './crew-store.ts';

export interface BulkActionInput {
  kind: BulkActionKind;
  orders: readonly SeenOrder[];
  reason: string;
  /** For `move`. */
  moveTo?: Place | undefined;
  /** For `assign`: the crew of each order. */
  crews?: ReadonlyMap<string, string[]> | undefined;
}

interface BulkContext extends CatalogFacts {
  tx: Tx;
  command: CommandContext;
  wall: WallTime;
  input: BulkActionInput;
  conflicts: OrderConflict[];
}

/** A decided change of one order, saved only if no order blocks the action. */
interface PlannedChange {
  order: LockedOrder;
  change: Change;
  after: OrderPlan;
  removedIds: string[];
}

/**
 * Applies one action to many orders in one transaction: to all of them or to none. Lock order: orders by id, places by key
 * (orders/place.ts), sprayers by id. Returns the id of the stored action.
 */
export async function applyBulkAction(command: CommandContext, input: BulkActionInput): Promise<string> {
  const { database, catalog, actor, now } = command;
  const facts = await catalog.facts();
  const wall = wallTime(now, facts.company.timeZone);
  return database.transaction(async (tx) => {
    const context: BulkContext = { ...facts, tx, command, wall, input, conflicts: [] };
    const ids = input.orders.map(({ id }) => id);
    const orders = await lockOrders(tx, ids);
    const planFacts = await readPlanFacts(tx, ids);
    const present = ordersAsSeen(context, orders);
    const planned = input.kind === 'message' ? [] : await planChanges(context, present, planFacts);
    if (context.conflicts.length > 0) throw bulkBlocked(sortConflicts(context.conflicts, ids), ids.length);
    if (input.kind === 'message') await saveOfficeMessage(tx, ids, actor.id, input.reason, now);
    else if (planned.length === 0)
      throw new AppError('ACTION_NOT_ALLOWED', 'The orders are like that already: there is nothing to change.');
    await saveChanges(
      tx,
      planned.map(({ order, change, removedIds }) => ({ orderId: order.id, change, extraRecipientIds: removedIds })),
      { actorId: actor.id, receptionistId: actor.id, now, today: wall.date, reason: input.reason },
    );
    const recorded = (input.kind === 'message' ? present.map((order) => ({ order, after: undefined })) : planned).map(
      ({ order, after }): RecordedOrder => {
        const before = planOf(order, planFacts);
        return { orderId: order.id, before, after: after ?? before, wasPaid: planFacts.get(order.id)?.isPaid === true };
      },
    );
    return insertBulkAction(tx, { kind: input.kind, reason: input.reason, actorId: actor.id }, recorded, now);
  });
}

export const planOf = (order: LockedOrder, facts: ReadonlyMap<string, PlanFacts>): OrderPlan => ({
  status: order.status,
  date: order.date,
  sessionId: order.sessionId,
  crewIds: facts.get(order.id)?.crewIds ?? [],
});

function ordersAsSeen({ input, conflicts }: BulkContext, orders: readonly LockedOrder[]): LockedOrder[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return input.orders.flatMap((seen) => {
    const order = byId.get(seen.id);
    if (order === undefined) conflicts.push({ orderId: seen.id, code: 'NOT_FOUND', message: 'There is no such order.' });
    else if (differsFromSeen(order, seen))
      conflicts.push({ orderId: seen.id, code: 'ORDER_CHANGED', message: 'It has changed since you looked at it.' });
    else return [order];
    return [];
  });
}

const sortConflicts = (conflicts: readonly OrderConflict[], ids: readonly string[]): OrderConflict[] =>
  [...conflicts].sort((a, b) => ids.indexOf(a.orderId) - ids.indexOf(b.orderId));

function planChanges(context: BulkContext, orders: LockedOrder[], facts: ReadonlyMap<string, PlanFacts>): Promise<PlannedChange[]> {
  if (context.input.kind === 'move') return planMoves(context, orders, facts);
  if (context.input.kind === 'assign') return planCrews(context, orders, facts);
  return planCancellations(context, orders, facts);
}

/** Runs a rule for one order; an AppError blocks the action. */
function attempt<T>({ conflicts }: BulkContext, { id }: LockedOrder, rule: () => T): T | undefined {
  try {
    return rule();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    conflicts.push({ orderId: id, code: error.code, message: error.message });
    return undefined;
  }
}

async function planMoves(context: BulkContext, orders: LockedOrder[], facts: ReadonlyMap<string, PlanFacts>): Promise<PlannedChange[]> {
  const { tx, command, wall, conflicts, input } = context;
  const { moveTo } = input;
  if (moveTo === undefined) throw invalid({ path: 'session.id', message: 'is not one of our sessions' });
  const session = getBookableSession(moveTo, context, wall);
  const moving = orders.filter(
    (order) =>
      !(order.date === moveTo.date && order.sessionId === moveTo.sessionId) &&
      attempt(context, order, () => checkReschedulable(order, command.actor.role, 0) === undefined) === true,
  );
  const to = { ...moveTo, sessionStart: session.startTime };
  for (const orderId of await changePlaces(
    tx,
    moving.map((order) => ({ orderId: order.id, from: order, to })),
  ))
    conflicts.push({
      orderId,
      code: 'SESSION_FULL',
      message: `There is no place left on ${moveTo.date} at ${to.sessionStart.slice(0, 5)}.`,
    });
  if (conflicts.length > 0) return [];
  const crewed = moving
    .filter(({ status }) => status === 'assigned')
    .map((order) => ({ ...planOf(order, facts), ...moveTo, orderId: order.id }));
  const busy = await findBusyCrew(tx, crewed);
  for (const orderId of busy) await removeCrewExcept(tx, orderId, []);
  return moving.map((order) => {
    const crewIds = facts.get(order.id)?.crewIds ?? [];
    const isReleased = busy.has(order.id);
    const change = reschedule(order, command.actor.role, moveTo, !isReleased);
    if (isReleased) change.events.push('unassigned');
    const after = { ...moveTo, status: change.to, crewIds: isReleased ? [] : crewIds };
    return { order, change, after, removedIds: isReleased ? crewIds : [] };
  });
}

async function planCrews(context: BulkContext, orders: LockedOrder[], facts: ReadonlyMap<string, PlanFacts>): Promise<PlannedChange[]> {
  const { tx, command, conflicts, input } = context;
  const planned = orders.flatMap((order): PlannedChange[] => {
    const crewIds = input.crews?.get(order.id) ?? [];
    const before = planOf(order, facts);
    const change = attempt(context, order, () => assign(order, command.actor.role));
    if (change === undefined || (order.status === 'assigned' && sameIds(before.crewIds, crewIds))) return [];
    const removedIds = before.crewIds.filter((id) => !crewIds.includes(id));
    if (removedIds.length > 0) change.events.push('unassigned');
    return [{ order, change, after: { ...before, status: change.to, crewIds }, removedIds }];
  });
  conflicts.push(
    ...(await replaceCrews(
      tx,
      planned.map(({ order, after }) => ({ ...after, orderId: order.id, farmerId: order.farmerId })),
    )),
  );
  return planned;
}

async function planCancellations(
  context: BulkContext,
  orders: LockedOrder[],
  facts: ReadonlyMap<string, PlanFacts>,
): Promise<PlannedChange[]> {
  const planned = orders.flatMap((order): PlannedChange[] => {
    const change = attempt(context, order, () => cancel(order, context.command.actor.role, 0));
    return change === undefined ? [] : [{ order, change, after: { ...planOf(order, facts), status: 'cancelled' }, removedIds: [] }];
  });
  await changePlaces(
    context.tx,
    planned.map(({ order }) => ({ orderId: order.id, from: order })),
  );
  return planned;
}
