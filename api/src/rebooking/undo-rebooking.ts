import { restoreOrders } from '../dispatch/restore-orders.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { rebookingNotFound } from './edit-rebooking.ts';
import { checkUndoable } from './rebooking-rules.ts';
import { listStoredRows, lockRebooking, markUndone } from './rebooking-store.ts';

/** Puts all moved orders back in one transaction, if no farmer has answered, they are as they were left, and places and crews are free. */
export async function undoRebooking(command: CommandContext, id: string): Promise<void> {
  const { database, actor, now } = command;
  await database.transaction(async (tx) => {
    const rebooking = await lockRebooking(tx, id);
    if (rebooking === undefined) throw rebookingNotFound();
    checkUndoable(rebooking, now);
    const moved = (await listStoredRows(tx, id)).filter(({ to }) => to !== undefined);
    await restoreOrders(tx, command, moved, 'move');
    await markUndone(tx, id, actor.id, now);
  });
}
