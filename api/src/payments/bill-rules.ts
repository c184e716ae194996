import { AppError } from '../errors.ts';
import type { BillKind, BillStatus } from './bill.ts';
import type { LedgerEntry } from './payment-rules.ts';

export interface BookedEntry extends LedgerEntry {
  id: string;
  at: Date;
}

const isPayment = ({ kind }: LedgerEntry): boolean => kind === 'charge' || kind === 'cash';

/** The payments of an order, oldest first: each gets a receipt of its own. */
export function paymentsIn<T extends LedgerEntry>(ledger: readonly T[]): T[] {
  return ledger.filter(isPayment);
}

/** What the order's receipt is for: the payment that came last. */
export function paymentToReceipt<T extends LedgerEntry>(ledger: readonly T[]): T {
  const payment = ledger.findLast(isPayment);
  if (payment === undefined) throw new AppError('NOT_PAID', 'This order is not paid yet, so there is no receipt for it.');
  return payment;
}

/** An invoice asks for money; for a cancelled order there is none to ask for. */
export function checkInvoiceable({ status }: { status: string }): void {
  if (status === 'cancelled') throw new AppError('NOTHING_TO_PAY', 'The order is cancelled, so there is nothing to pay.');
}

export interface Standing {
  status: BillStatus;
  paidAt: Date | null;
  refundedAt: Date | null;
}

/** What has become of a bill, from the ledger of its order, oldest entry first. A receipt looks at its own payment only. */
export function standingOf(paymentId: string | null, ledger: readonly BookedEntry[], orderStatus: string): Standing {
  const paidIndex = paymentId === null ? ledger.findLastIndex(isPayment) : ledger.findIndex(({ id }) => id === paymentId);
  const payment = ledger[paidIndex];
  if (payment === undefined) return { status: orderStatus === 'cancelled' ? 'cancelled' : 'due', paidAt: null, refundedAt: null };
  const since = ledger.slice(paidIndex + 1);
  const next = since.findIndex(isPayment);
  const refund = (next === -1 ? since : since.slice(0, next)).find(({ kind }) => kind === 'refund');
  if (refund === undefined) return { status: 'paid', paidAt: payment.at, refundedAt: null };
  // Money that was given back leaves an invoice of an order that still goes ahead unpaid.
  const stillDue = paymentId === null && orderStatus !== 'cancelled';
  return { status: stillDue ? 'due' : 'refunded', paidAt: payment.at, refundedAt: refund.at };
}

const letters: Record<BillKind, string> = { receipt: 'R', invoice: 'I' };

/** R-2026-000001 */
export function billNumber(kind: BillKind, year: number, serial: number): string {
  return `${letters[kind]}-${year}-${String(serial).padStart(6, '0')}`;
}
