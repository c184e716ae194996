import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { lockOrder, setReceptionist } from '../orders/order-change-store.ts';
import { findOrder } from '../orders/order-store.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import { insertPaymentEvent } from './intent-store.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { insertLedgerEntry, readLedger, savePaymentStatus } from './payment-store.ts';

export interface ReturnedCash {
  orderId: string;
  method: 'cash' | 'transfer';
  currency: string;
}

/** Records that the office returned the cash of a cancelled order. */
export function returnCash(database: Database, actor: Actor, { orderId, method, currency }: ReturnedCash, now: Date): Promise<Row> {
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    if (order.paymentMethod !== 'cash') throw new AppError('CARD_ORDER', 'This order is paid by card, and the card is refunded by itself.');
    const ledger = await readLedger(tx, orderId);
    if (order.status !== 'cancelled' || paymentStatusOf(ledger) !== 'paid')
      throw new AppError('NOTHING_TO_RETURN', 'Money is given back for an order that was paid and then cancelled, once.');
    const entry = { kind: 'refund' as const, amount: order.cost, currency, method, providerReference: null, cause: 'office' as const };
    await insertLedgerEntry(tx, { orderId, actorId: actor.id, ...entry }, now);
    await savePaymentStatus(tx, orderId, paymentStatusOf([...ledger, entry]), actor.id, now);
    await insertPaymentEvent(tx, orderId, 'cash_returned', now, method);
    await setReceptionist(tx, orderId, actor.id);
    return (await findOrder(tx, orderId)) as Row;
  });
}
