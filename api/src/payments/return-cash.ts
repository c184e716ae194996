import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { type LockedOrder, lockOrder, setReceptionist } from '../orders/order-change-store.ts';
import { findOrder } from '../orders/order-store.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import { insertAmountReturned, readAmountByHand } from './overpayment-store.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { insertLedgerEntry, readLedger, savePaymentStatus } from './payment-store.ts';

export interface ReturnedCash {
  orderId: string;
  method: 'cash' | 'transfer';
  currency: string;
}

/** Records that the office returned what no card takes back: of a cancelled order what was paid, otherwise an overpayment. */
export function returnCash(database: Database, actor: Actor, { orderId, method, currency }: ReturnedCash, now: Date): Promise<Row> {
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    const amount = await readAmountByHand(tx, orderId);
    if (Number(amount) === 0) throw nothingToReturn(order);
    const entry = { kind: 'refund' as const, amount, currency, method, providerReference: null, cause: 'office' as const };
    await insertLedgerEntry(tx, { orderId, actorId: actor.id, ...entry }, now);
    await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), actor.id, now);
    const type = order.status === 'cancelled' ? 'cash_returned' : 'overpayment_returned';
    await insertAmountReturned(tx, { orderId, type, amount, method }, now);
    await setReceptionist(tx, orderId, actor.id);
    return (await findOrder(tx, orderId)) as Row;
  });
}

function nothingToReturn({ paymentMethod }: LockedOrder): AppError {
  if (paymentMethod !== 'cash') return new AppError('CARD_ORDER', 'This order is paid by card, and the card is refunded by itself.');
  const detail = 'Money is refunded for an order that was paid and then cancelled, or for which too much was paid, once.';
  return new AppError('NOTHING_TO_RETURN', detail);
}
