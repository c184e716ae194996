import { planOf } from '../dispatch/apply-bulk-action.ts';
import { bulkBlocked, type OrderConflict, type RecordedOrder, undoConflict, undoEvents } from '../dispatch/bulk-rules.ts';
import { readPlanFacts } from '../dispatch/bulk-store.ts';
import { addCrew, findBusy, lockSprayers, removeCrewExcept } from '../dispatch/crew-store.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { lockOrders, saveChanges } from '../orders/order-change-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { listStoredPlanRows } from './crew-plan-row-store.ts';
import { checkUndoable } from './crew-plan-rules.ts';
import { lockPlan, markPlanUndone } from './crew-plan-store.ts';
import { planNotFound } from './start-plan.ts';

/** Gives all orders that an acceptance changed their earlier crews back, in one transaction, or none of them. */
export async function undoPlan({ database, catalog, actor, now }: CommandContext, id: string): Promise<void> {
  const { company } = await catalog.facts();
  await database.transaction(async (tx) => {
    const plan = await lockPlan(tx, id);
    if (plan === undefined) throw planNotFound();
    checkUndoable(plan, now);
    const recorded = (await listStoredPlanRows(tx, id))
      .filter(({ isAccepted }) => isAccepted)
      .map(({ orderId, sessionId, beforeStatus, beforeCrew, afterStatus, crew, wasPaid }): RecordedOrder => {
        const place = { date: plan.date, sessionId };
        const before = { ...place, status: beforeStatus, crewIds: beforeCrew };
        return { orderId, before, after: { ...place, status: afterStatus, crewIds: crew }, wasPaid };
      });
    const ids = recorded.map(({ orderId }) => orderId);
    const orders = new Map((await lockOrders(tx, ids)).map((order) => [order.id, order]));
    const facts = await readPlanFacts(tx, ids);
    const conflicts = recorded.flatMap((record): OrderConflict[] => {
      const order = orders.get(record.orderId);
      if (order === undefined) return [];
      const conflict = undoConflict({ ...planOf(order, facts), isPaid: facts.get(order.id)?.isPaid === true }, record);
      return conflict === undefined ? [] : [conflict];
    });
    if (conflicts.length === 0) conflicts.push(...(await restoreCrews(tx, recorded)));
    if (conflicts.length > 0) throw bulkBlocked(conflicts, recorded.length);
    const today = wallTime(now, company.timeZone).date;
    const changes = recorded.map((record) => {
      const { orderId, before, after } = record;
      const { events, removedIds } = undoEvents('assign', record);
      return { orderId, change: { action: 'undo' as const, from: after.status, to: before.status, events }, extraRecipientIds: removedIds };
    });
    await saveChanges(tx, changes, { actorId: actor.id, receptionistId: actor.id, now, today });
    await markPlanUndone(tx, id, actor.id, now);
  });
}

/**
 * A crew that was allowed to stay before the acceptance is allowed again, also with a member who is absent by now: the order is then on the
 * to-do list, as before. Only members who are busy or no longer active block.
 */
async function restoreCrews(tx: Tx, recorded: readonly RecordedOrder[]): Promise<OrderConflict[]> {
  const members = [...new Set(recorded.flatMap(({ before, after }) => [...before.crewIds, ...after.crewIds]))];
  const active = new Set((await lockSprayers(tx, members)).map(({ id }) => id));
  for (const { orderId } of recorded) await removeCrewExcept(tx, orderId, []);
  const conflicts: OrderConflict[] = [];
  for (const { orderId, before } of recorded) {
    const { crewIds, date, sessionId } = before;
    if (crewIds.length === 0) continue;
    if (crewIds.some((id) => !active.has(id)))
      conflicts.push({ orderId, code: 'CREW_UNKNOWN', message: 'A sprayer of its earlier crew is no longer active.' });
    else if ((await findBusy(tx, crewIds, date, sessionId, orderId)).length > 0)
      conflicts.push({ orderId, code: 'CREW_BUSY', message: 'A sprayer of its earlier crew has another job now.' });
    else await addCrew(tx, orderId, crewIds, date, sessionId);
  }
  return conflicts;
}
