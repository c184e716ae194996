import type { CatalogFacts } from '../catalog/catalog.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { changePlaces, lockOrders, saveChanges } from '../orders/order-change-store.ts';
import type { Place } from '../orders/place.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { type WallTime, wallTime } from '../platform/time/clock.ts';
import { planOf } from './apply-bulk-action.ts';
import { type BulkActionKind, bulkBlocked, type OrderConflict, type RecordedOrder, undoConflict, undoEvents } from './bulk-rules.ts';
import { readPlanFacts } from './bulk-store.ts';
import { replaceCrews } from './change-crews.ts';

const isMoved = ({ before, after }: RecordedOrder): boolean => before.date !== after.date || before.sessionId !== after.sessionId;
const hasLeftPlace = (record: RecordedOrder): boolean => record.after.status === 'cancelled' || isMoved(record);

function isOver({ date, sessionId }: Place, sessions: CatalogFacts['sessions'], now: WallTime): boolean {
  const end = sessions.get(sessionId)?.endTime ?? '00:00:00';
  return date < now.date || (date === now.date && end <= now.time);
}

/**
 * Restores status, place and crew of recorded orders. Throws BULK_BLOCKED, and the caller rolls back, if one of them is not as it was left,
 * or its earlier place or crew is no longer free.
 */
export async function restoreOrders(
  tx: Tx,
  { catalog, actor, now }: Pick<CommandContext, 'catalog' | 'actor' | 'now'>,
  recorded: readonly RecordedOrder[],
  kind: BulkActionKind,
): Promise<void> {
  const { company, sessions } = await catalog.facts();
  const wall = wallTime(now, company.timeZone);
  const ids = recorded.map(({ orderId }) => orderId);
  const orders = new Map((await lockOrders(tx, ids)).map((order) => [order.id, order]));
  const facts = await readPlanFacts(tx, ids);
  const conflicts: OrderConflict[] = [];
  const restorable: RecordedOrder[] = [];
  for (const record of recorded) {
    const order = orders.get(record.orderId);
    if (order === undefined) continue;
    const conflict = undoConflict({ ...planOf(order, facts), isPaid: facts.get(order.id)?.isPaid === true }, record);
    if (conflict !== undefined) conflicts.push(conflict);
    else if (hasLeftPlace(record) && isOver(record.before, sessions, wall))
      conflicts.push({ orderId: record.orderId, code: 'SESSION_BEGUN', message: 'Its earlier session is over, so it stays as it is.' });
    else restorable.push(record);
  }
  const refused = await changePlaces(
    tx,
    restorable.filter(hasLeftPlace).map(({ orderId, before, after }) => ({
      orderId,
      from: after.status === 'cancelled' ? undefined : after,
      to: { ...before, sessionStart: sessions.get(before.sessionId)?.startTime ?? '00:00:00' },
    })),
  );
  for (const orderId of refused) conflicts.push({ orderId, code: 'SESSION_FULL', message: 'Its earlier place has been taken since then.' });
  conflicts.push(
    ...(await replaceCrews(
      tx,
      restorable.map(({ orderId, before }) => ({
        orderId,
        farmerId: orders.get(orderId)?.farmerId ?? '0',
        ...before,
        crewIds: before.status === 'assigned' ? before.crewIds : [],
      })),
    )),
  );
  if (conflicts.length > 0) throw bulkBlocked(conflicts, recorded.length);
  const changes = restorable.map((record) => {
    const { orderId, before, after } = record;
    const { events, removedIds } = undoEvents(kind, record);
    const moveTo = isMoved(record) ? { moveTo: before } : {};
    const change = { action: 'undo' as const, from: after.status, to: before.status, events, ...moveTo };
    return { orderId, change, extraRecipientIds: removedIds };
  });
  await saveChanges(tx, changes, { actorId: actor.id, receptionistId: actor.id, now, today: wall.date });
}
