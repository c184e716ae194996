import { planOf } from '../dispatch/apply-bulk-action.ts';
import type { OrderConflict } from '../dispatch/bulk-rules.ts';
import { type PlanFacts, readPlanFacts } from '../dispatch/bulk-store.ts';
import { replaceCrews } from '../dispatch/change-crews.ts';
import type { PlanOrder } from '../dispatch/planner/model.ts';
import { AppError, invalid } from '../errors.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { type LockedOrder, lockOrders, type OrderChange, saveChanges } from '../orders/order-change-store.ts';
import { assign, removeCrew } from '../orders/order-rules.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { listStoredPlanRows, type Outcome, readPlannedFields, type StoredPlanRow, saveOutcomes } from './crew-plan-row-store.ts';
import { checkReady, sameCrew } from './crew-plan-rules.ts';
import { lockPlan, markPlanAccepted, readPlanInput } from './crew-plan-store.ts';
import { planNotFound } from './start-plan.ts';

/** Some orders cannot get their crews: the transaction is rolled back and tried again without them. */
class Blocked extends Error {
  readonly conflicts: readonly OrderConflict[];

  constructor(conflicts: readonly OrderConflict[]) {
    super('some orders cannot get their crews');
    this.conflicts = conflicts;
  }
}

/**
 * Gives the chosen orders (undefined: all) their proposed crews in one transaction, each checked as by assigning a crew. Orders that
 * changed meanwhile are left out, and so are orders whose crew is no longer possible, for example because an order that was left out keeps
 * it. Lock order: the plan, orders by id, sprayers by id.
 */
export async function acceptPlan(command: CommandContext, id: string, orderIds: readonly string[] | undefined): Promise<void> {
  const leftOut = new Map<string, OrderConflict>();
  for (;;) {
    try {
      return await command.database.transaction((tx) => acceptIn(tx, command, id, orderIds, leftOut));
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
      // Each attempt leaves out at least one more order.
      for (const conflict of error.conflicts) leftOut.set(conflict.orderId, conflict);
    }
  }
}

interface Move {
  row: StoredPlanRow;
  order: LockedOrder;
}

async function acceptIn(
  tx: Tx,
  { actor, catalog, now }: CommandContext,
  id: string,
  orderIds: readonly string[] | undefined,
  leftOut: ReadonlyMap<string, OrderConflict>,
): Promise<void> {
  const plan = await lockPlan(tx, id);
  if (plan === undefined) throw planNotFound();
  checkReady(plan);
  const rows = await listStoredPlanRows(tx, id);
  const unknown = orderIds?.find((orderId) => !rows.some((row) => row.orderId === orderId));
  if (unknown !== undefined) throw invalid({ path: 'orderIds', message: `${unknown} is not part of the plan` });
  const chosen = rows.filter((row) => (orderIds?.includes(row.orderId) ?? true) && !sameCrew(row.crew, row.beforeCrew));
  if (chosen.length === 0)
    throw new AppError('NOTHING_TO_PLAN', 'These orders have the proposed crews already: there is nothing to accept.');
  const ids = chosen.map(({ orderId }) => orderId);
  const orders = new Map((await lockOrders(tx, ids)).map((order) => [order.id, order]));
  const facts = await readPlanFacts(tx, ids);
  const fields = await readPlannedFields(tx, ids);
  const planned = new Map((await readPlanInput(tx, id)).orders.map((order) => [order.id, order]));
  const conflicts = new Map(leftOut);
  const moves: Move[] = [];
  for (const row of chosen) {
    const order = orders.get(row.orderId);
    if (order === undefined || conflicts.has(row.orderId)) continue;
    if (hasChanged(order, row, plan.date, facts.get(order.id), planned.get(order.id), fields.get(order.id)))
      conflicts.set(order.id, { orderId: order.id, code: 'ORDER_CHANGED', message: 'It has changed since the plan was made.' });
    else moves.push({ row, order });
  }
  const blocked = await replaceCrews(
    tx,
    moves.map(({ row, order }) => ({ ...planOf(order, facts), orderId: order.id, farmerId: order.farmerId, crewIds: row.crew })),
  );
  if (blocked.length > 0) throw new Blocked(blocked);
  const { company } = await catalog.facts();
  const changes: OrderChange[] = [];
  const outcomes: Outcome[] = [...conflicts.values()].map(({ orderId, code, message }) => ({
    ...{ orderId, outcome: 'left_out' as const, code, text: message, afterStatus: null, wasPaid: false },
  }));
  for (const { row, order } of moves) {
    const removed = row.beforeCrew.filter((sprayerId) => !row.crew.includes(sprayerId));
    const change = row.crew.length === 0 ? removeCrew(order, actor.role) : assign(order, actor.role);
    if (removed.length > 0 && row.crew.length > 0) change.events.push('unassigned');
    changes.push({ orderId: order.id, change, extraRecipientIds: removed });
    const wasPaid = facts.get(order.id)?.isPaid === true;
    outcomes.push({ orderId: order.id, outcome: 'accepted', code: null, text: null, afterStatus: change.to, wasPaid });
  }
  await saveChanges(tx, changes, { actorId: actor.id, receptionistId: actor.id, now, today: wallTime(now, company.timeZone).date });
  await saveOutcomes(tx, id, outcomes);
  await markPlanAccepted(tx, id, actor.id, moves.length, now);
}

/** Whether the order differs from what was planned: state, time, crew, place or area. */
function hasChanged(
  order: LockedOrder,
  row: StoredPlanRow,
  date: string,
  facts: PlanFacts | undefined,
  planned: PlanOrder | undefined,
  field: Pick<PlanOrder, 'place' | 'area'> | undefined,
): boolean {
  const crew = order.status === 'assigned' ? (facts?.crewIds ?? []) : [];
  return (
    order.status !== row.beforeStatus ||
    order.date !== date ||
    order.sessionId !== row.sessionId ||
    !sameCrew(crew, row.beforeCrew) ||
    planned?.area !== field?.area ||
    planned?.place.latitude !== field?.place.latitude ||
    planned?.place.longitude !== field?.place.longitude
  );
}
