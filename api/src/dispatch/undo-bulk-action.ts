import { AppError } from '../errors.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { changePlaces, lockOrders, saveChange } from '../orders/order-change-store.ts';
import { wallTime } from '../platform/time/clock.ts';
import { planOf } from './apply-bulk-action.ts';
import { bulkBlocked, checkUndoable, type OrderConflict, type RecordedOrder, undoConflict, undoEvents } from './bulk-rules.ts';
import { listRecordedOrders, lockBulkAction, markUndone, readPlanFacts } from './bulk-store.ts';
import { replaceCrews } from './change-crews.ts';

export const bulkActionNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such action.');

/** Restores all orders of a bulk action in one transaction, if they are as the action left them and places and crews are still free. */
export async function undoBulkAction(command: CommandContext, id: string): Promise<void> {
  const { database, catalog, actor, now } = command;
  const { company, sessions } = await catalog.facts();
  await database.transaction(async (tx) => {
    const action = await lockBulkAction(tx, id);
    if (action === undefined) throw bulkActionNotFound();
    checkUndoable(action, now);
    const recorded = await listRecordedOrders(tx, id);
    const ids = recorded.map(({ orderId }) => orderId);
    const orders = new Map((await lockOrders(tx, ids)).map((order) => [order.id, order]));
    const facts = await readPlanFacts(tx, ids);
    const conflicts: OrderConflict[] = [];
    const restorable: RecordedOrder[] = [];
    for (const record of recorded) {
      const order = orders.get(record.orderId);
      if (order === undefined) continue;
      const conflict = undoConflict({ ...planOf(order, facts), isPaid: facts.get(order.id)?.isPaid === true }, record);
      if (conflict === undefined) restorable.push(record);
      else conflicts.push(conflict);
    }
    const isMoved = ({ before, after }: RecordedOrder) =>
      after.status === 'cancelled' || before.date !== after.date || before.sessionId !== after.sessionId;
    const refused = await changePlaces(
      tx,
      restorable.filter(isMoved).map(({ orderId, before, after }) => ({
        orderId,
        from: after.status === 'cancelled' ? undefined : after,
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
      const { events, removedIds } = undoEvents(action.kind, record);
      const moveTo = before.date === after.date && before.sessionId === after.sessionId ? {} : { moveTo: before };
      const change = { action: 'undo' as const, from: after.status, to: before.status, events, ...moveTo };
      await saveChange(tx, orderId, change, { actorId: actor.id, receptionistId: actor.id, now, today, extraRecipientIds: removedIds });
    }
    await markUndone(tx, id, actor.id, now);
  });
}
