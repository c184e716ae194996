import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { type LockedOrder, lockOrder, setReceptionist } from '../orders/order-change-store.ts';
import { findOrder } from '../orders/order-store.ts';
import type { Database, Row, Tx } from '../platform/postgres/database.ts';
import { insertPaymentEvent } from './intent-store.ts';
import { hasRefundableIntent, insertOverpaymentReturned } from './overpayment-store.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { insertLedgerEntry, readLedger, savePaymentStatus } from './payment-store.ts';

export interface ReturnedCash {
  orderId: string;
  method: 'cash' | 'transfer';
  currency: string;
}

/** Records that the office returned the cash of a cancelled order, or an overpayment. */
export function returnCash(database: Database, actor: Actor, { orderId, method, currency }: ReturnedCash, now: Date): Promise<Row> {
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    const isOverpaid = order.status !== 'cancelled' && Number(order.overpaid) > 0 && !(await hasRefundableIntent(tx, orderId));
    if (!isOverpaid) await checkCancelledAndPaid(tx, order);
    const amount = isOverpaid ? order.overpaid : order.cost;
    const entry = { kind: 'refund' as const, amount, currency, method, providerReference: null, cause: 'office' as const };
    await insertLedgerEntry(tx, { orderId, actorId: actor.id, ...entry }, now);
    await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), actor.id, now);
    if (isOverpaid) await insertOverpaymentReturned(tx, orderId, amount, method, now);
    else await insertPaymentEvent(tx, orderId, 'cash_returned', now, method);
    await setReceptionist(tx, orderId, actor.id);
    return (await findOrder(tx, orderId)) as Row;
  });
}

async function checkCancelledAndPaid(tx: Tx, order: LockedOrder): Promise<void> {
  if (order.paymentMethod !== 'cash') throw new AppError('CARD_ORDER', 'This order is paid by card, and the card is refunded by itself.');
  if (order.status === 'cancelled' && paymentStatusOf(await readLedger(tx, order.id)) === 'paid') return;
  throw new AppError(
    'NOTHING_TO_RETURN',
    'Money is refunded for an order that was paid and then cancelled, or for which too much was paid, once.',
  );
}
