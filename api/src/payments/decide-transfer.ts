import { AppError } from '../errors.ts';
import { actOnOrder, allowAny, type CommandContext, isOwn } from '../orders/act-on-order.ts';
import { type LockedOrder, setReceptionist } from '../orders/order-change-store.ts';
import type { Row, Tx } from '../platform/postgres/database.ts';
import { findBankAccount } from './bank-account-store.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { insertLedgerEntry, readBalance, readLedger, savePaymentStatus } from './payment-store.ts';
import { decideReport, insertReport, insertTransferStep } from './transfer-store.ts';

/** The amount of a transfer for this order. Throws if the order cannot be paid by transfer. */
async function getTransferAmount(tx: Tx, order: LockedOrder): Promise<string> {
  if (order.paymentMethod !== 'cash') throw new AppError('CARD_ORDER', 'This order is paid by card. Change how it is paid first.');
  if (paymentStatusOf(await readLedger(tx, order.id)) === 'paid') throw new AppError('ALREADY_PAID', 'This order is paid already.');
  const { due } = await readBalance(tx, order.id);
  if (Number(due) === 0) throw new AppError('NOTHING_TO_PAY', 'There is nothing to pay for this order.');
  return due;
}

/** The farmer reports a transfer; the office checks it. While a report is open, another one has no effect. */
export function reportTransfer(context: CommandContext, orderId: string): Promise<Row> {
  return actOnOrder(context, orderId, isOwn, async ({ tx, order, actor, now }) => {
    const amount = await getTransferAmount(tx, order);
    if ((await findBankAccount(tx)) === undefined)
      throw new AppError('TRANSFERS_OFF', 'Bank transfers are not offered here. Please ask the office how to pay.');
    if (await insertReport(tx, orderId, amount, now)) await insertTransferStep(tx, orderId, 'transfer_reported', actor.id, now);
    return undefined;
  });
}

/** The transfer has arrived: records the amount due in the ledger. */
export async function recordTransfer(
  tx: Tx,
  { orderId, amount, currency, actorId }: { orderId: string; amount: string; currency: string; actorId: string },
  now: Date,
): Promise<void> {
  await setReceptionist(tx, orderId, actorId);
  const entry = { kind: 'charge', method: 'transfer', providerReference: null, cause: 'office' } as const;
  await insertLedgerEntry(tx, { orderId, amount, currency, actorId, ...entry }, now);
  await decideReport(tx, orderId, 'confirmed', actorId, now);
  await savePaymentStatus(tx, orderId, paymentStatusOf(await readLedger(tx, orderId)), actorId, now);
}

/** The office confirms the transfer, reported or not. */
export function confirmTransfer(context: CommandContext, orderId: string): Promise<Row> {
  return actOnOrder(context, orderId, allowAny, async ({ tx, order, actor, company, now }) => {
    const amount = await getTransferAmount(tx, order);
    await recordTransfer(tx, { orderId, amount, currency: company.currency, actorId: actor.id }, now);
    return undefined;
  });
}

/** The transfer has not arrived: the farmer is notified and can report it again. */
export function rejectTransfer(context: CommandContext, orderId: string): Promise<Row> {
  return actOnOrder(context, orderId, allowAny, async ({ tx, actor, now }) => {
    if (!(await decideReport(tx, orderId, 'rejected', actor.id, now)))
      throw new AppError('NO_TRANSFER_REPORTED', 'No transfer is reported for this order, or it has been decided already.');
    await setReceptionist(tx, orderId, actor.id);
    await insertTransferStep(tx, orderId, 'transfer_rejected', actor.id, now);
    return undefined;
  });
}
