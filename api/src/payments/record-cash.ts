import { amountErrors } from '../catalog/amount-rules.ts';
import type { Company } from '../catalog/catalog-store.ts';
import { AppError, invalid } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { type LockedOrder, lockOrder, setReceptionist } from '../orders/order-change-store.ts';
import { findOrder } from '../orders/order-store.ts';
import type { Database, Row, Tx } from '../platform/postgres/database.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { calculateChange, insertLedgerEntry, readBalance, readLedger, savePaymentStatus } from './payment-store.ts';

export interface CashPayment {
  order: LockedOrder;
  /** Amount received from the farmer, in the company's currency. */
  received: string;
  actorId: string;
  /** Cash received by a crew must later be handed over to the office. */
  cause: 'crew' | 'office';
  company: Pick<Company, 'currency' | 'currencyDigits'>;
  now: Date;
}

/** Records the amount due in the ledger, once, and returns the change due to the farmer. */
export async function recordCash(tx: Tx, { order, received, actorId, cause, company, now }: CashPayment): Promise<string> {
  const errors = amountErrors('cashReceived', Number(received), company.currencyDigits);
  if (errors.length > 0) throw invalid(...errors);
  const { currency } = company;
  if (order.paymentMethod !== 'cash') throw new AppError('CARD_ORDER', 'This order is paid by card. Please do not take cash for it.');
  const ledger = await readLedger(tx, order.id);
  if (paymentStatusOf(ledger) === 'paid') throw new AppError('ALREADY_PAID', 'This order is paid already.');
  const { due } = await readBalance(tx, order.id);
  const { change, enough } = await calculateChange(tx, received, due);
  if (!enough) {
    throw new AppError('CASH_TOO_LITTLE', `${due} ${currency} are to be paid, and that is less.`, {
      errors: [{ path: 'cashReceived', message: `must be at least ${due}` }],
    });
  }
  const entry = { kind: 'cash' as const, amount: due, currency, method: 'cash' as const, providerReference: null };
  await insertLedgerEntry(tx, { orderId: order.id, actorId, cause, ...entry }, now);
  await savePaymentStatus(tx, order.id, paymentStatusOf(await readLedger(tx, order.id)), actorId, now);
  return change;
}

/** Records cash that the farmer pays at the office. */
export function recordCashAtOffice(
  database: Database,
  actor: Actor,
  orderId: string,
  received: string,
  company: CashPayment['company'],
  now: Date,
): Promise<{ row: Row; changeDue: string }> {
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    if (order.status === 'cancelled') throw new AppError('NOTHING_TO_PAY', 'The order is cancelled, so there is nothing to pay.');
    const changeDue = await recordCash(tx, { order, received, actorId: actor.id, cause: 'office', company, now });
    await setReceptionist(tx, orderId, actor.id);
    return { row: (await findOrder(tx, orderId)) as Row, changeDue };
  });
}
