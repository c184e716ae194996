import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { lockOrder, setReceptionist } from '../orders/order-change-store.ts';
import { findOrder } from '../orders/order-store.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import { releaseBankLine } from './bank-line-store.ts';
import { getLedgerEntry, insertCorrection, lockLedgerEntry } from './ledger-store.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { readLedger, savePaymentStatus } from './payment-store.ts';

export interface Correction {
  orderId: string;
  /** The wrong ledger entry. */
  paymentId: string;
  reason: string;
}

/** Reverses a wrong cash entry by appending a correction to the ledger. */
export function correctPayment(
  database: Database,
  actor: Actor,
  { orderId, paymentId, reason }: Correction,
  now: Date,
): Promise<{ row: Row; correction: Row }> {
  return database.transaction(async (tx) => {
    if ((await lockOrder(tx, orderId)) === undefined) throw orderNotFound();
    const entry = await lockLedgerEntry(tx, orderId, paymentId);
    if (entry === undefined) throw new AppError('NOT_FOUND', 'This order has no such entry in its ledger.');
    if (!entry.isCorrectable) throw new AppError('NOT_CASH', 'Only cash and transfers that were entered can be corrected.');
    if (entry.corrected) throw new AppError('ALREADY_CORRECTED', 'This entry has been corrected already.');
    if (!entry.isStillPaid) throw new AppError('NOT_PAID', 'This payment has been refunded, so it cannot be corrected.');
    const id = await insertCorrection(tx, paymentId, actor.id, reason, now);
    await releaseBankLine(tx, paymentId);
    await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), actor.id, now, 'payment_corrected');
    await setReceptionist(tx, orderId, actor.id);
    return { row: (await findOrder(tx, orderId)) as Row, correction: await getLedgerEntry(tx, id) };
  });
}
