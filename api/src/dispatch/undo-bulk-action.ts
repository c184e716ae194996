import { AppError } from '../errors.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { checkUndoable } from './bulk-rules.ts';
import { listRecordedOrders, lockBulkAction, markUndone } from './bulk-store.ts';
import { restoreOrders } from './restore-orders.ts';

export const bulkActionNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such action.');

/** Restores all orders of a bulk action in one transaction, if they are as the action left them and places and crews are still free. */
export async function undoBulkAction(command: CommandContext, id: string): Promise<void> {
  const { database, actor, now } = command;
  await database.transaction(async (tx) => {
    const action = await lockBulkAction(tx, id);
    if (action === undefined) throw bulkActionNotFound();
    checkUndoable(action, now);
    await restoreOrders(tx, command, await listRecordedOrders(tx, id), action.kind);
    await markUndone(tx, id, actor.id, now);
  });
}
