import { planOf } from '../dispatch/apply-bulk-action.ts';
import { bulkBlocked, type OrderConflict, undoConflict, undoEvents } from '../dispatch/bulk-rules.ts';
import { readPlanFacts } from '../dispatch/bulk-store.ts';
import { replaceCrews } from '../dispatch/change-crews.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { changePlaces, lockOrders, saveChange } from '../orders/order-change-store.ts';
import { wallTime } from '../platform/time/clock.ts';
import { rebookingNotFound } from './edit-rebooking.ts';
import { checkUndoable } from './rebooking-rules.ts';
import { listStoredRows, lockRebooking, markUndone, type StoredRow } from './rebooking-store.ts';

/** Puts all moved orders back in one transaction, if no farmer has answered, they are as they were left, and places and crews are free. */
export async function undoRebooking({ database, catalog, actor, now }: CommandContext, id: string): Promise<void> {
  const { company, sessions } = await catalog.facts();
  await database.transaction(async (tx) => {
    const rebooking = await lockRebooking(tx, id);
    if (rebooking === undefined) throw rebookingNotFound();
    checkUndoable(rebooking, now);
    const recorded = (await listStoredRows(tx, id)).filter(({ to }) => to !== undefined);
    const ids = recorded.map(({ orderId }) => orderId);
    const orders = new Map((await lockOrders(tx, ids)).map((order) => [order.id, order]));
    const facts = await readPlanFacts(tx, ids);
    const conflicts: OrderConflict[] = [];
    const restorable: StoredRow[] = [];
    for (const record of recorded) {
      const order = orders.get(record.orderId);
      if (order === undefined) continue;
      const conflict = undoConflict({ ...planOf(order, facts), isPaid: facts.get(order.id)?.isPaid === true }, record);
      if (conflict === undefined) restorable.push(record);
      else conflicts.push(conflict);
    }
    const refused = await changePlaces(
      tx,
      restorable.map(({ orderId, before, after }) => ({
        orderId,
        from: after,
        to: { ...before, sessionStart: sessions.get(before.sessionId)?.startTime ?? '00:00:00' },
      })),
    );
    for (const orderId of refused)
      conflicts.push({ orderId, code: 'SESSION_FULL', message: 'Its earlier place has been taken since then.' });
    conflicts.push(
      ...(await replaceCrews(
        tx,
        restorable.map(({ orderId, before }) => ({ orderId, ...before, crewIds: before.status === 'assigned' ? before.crewIds : [] })),
      )),
    );
    if (conflicts.length > 0) throw bulkBlocked(conflicts, recorded.length);
    const today = wallTime(now, company.timeZone).date;
    for (const record of restorable) {
      const { orderId, before, after } = record;
      const { events, removedIds } = undoEvents('move', record);
      const change = { action: 'undo' as const, from: after.status, to: before.status, events, moveTo: before };
      await saveChange(tx, orderId, change, { actorId: actor.id, receptionistId: actor.id, now, today, extraRecipientIds: removedIds });
    }
    await markUndone(tx, id, actor.id, now);
  });
}
