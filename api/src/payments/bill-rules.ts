import { AppError } from '../errors.ts';
import type { Bill, BillKind, BillStatus } from './bill.ts';
import { type LedgerEntry, paymentStatusOf } from './payment-rules.ts';

export interface DatedLedgerEntry extends LedgerEntry {
  id: string;
  at: Date;
  /** Exact decimal text. */
  amount?: string;
}

const isPayment = ({ kind }: LedgerEntry): boolean => kind === 'charge' || kind === 'cash';

/** The payments of an order, oldest first: each gets a receipt of its own. */
export function paymentsIn<T extends LedgerEntry>(ledger: readonly T[]): T[] {
  return ledger.filter(isPayment);
}

/** The order's receipt is for its last payment. */
export function getLastPayment<T extends LedgerEntry>(ledger: readonly T[]): T {
  const payment = ledger.findLast(isPayment);
  if (payment === undefined) throw new AppError('NOT_PAID', 'This order is not paid yet, so there is no receipt for it.');
  return payment;
}

/** A cancelled order has no invoice. */
export function checkInvoiceable({ status }: { status: string }): void {
  if (status === 'cancelled') throw new AppError('NOTHING_TO_PAY', 'The order is cancelled, so there is nothing to pay.');
}

export interface BillState {
  status: BillStatus;
  paidAt: Date | null;
  refundedAt: Date | null;
  /** Amount refunded of a payment that still covers the price. */
  returned?: string | undefined;
}

/** The state of a bill, from the ledger of its order, oldest entry first. For a receipt only its own payment counts. */
export function billStateOf(paymentId: string | null, ledger: readonly DatedLedgerEntry[], orderStatus: string): BillState {
  const paidIndex = paymentId === null ? ledger.findLastIndex(isPayment) : ledger.findIndex(({ id }) => id === paymentId);
  const payment = ledger[paidIndex];
  if (payment === undefined) return unpaidState(ledger, orderStatus);
  const since = ledger.slice(paidIndex + 1);
  const nextPayment = since.findIndex(isPayment);
  const refund = (nextPayment === -1 ? since : since.slice(0, nextPayment)).find(({ kind }) => kind === 'refund');
  const isPaid = paymentId !== null || payment.covered !== false || paymentStatusOf(ledger) === 'paid';
  if (refund === undefined) return { status: isPaid ? 'paid' : 'due', paidAt: payment.at, refundedAt: null };
  // A part was refunded, and the rest covers the price.
  if (refund.covered === true) return { status: 'paid', paidAt: payment.at, refundedAt: refund.at, returned: refund.amount };
  // After a refund the invoice of an order that was not cancelled is due again.
  const stillDue = paymentId === null && orderStatus !== 'cancelled';
  return { status: stillDue ? 'due' : 'refunded', paidAt: payment.at, refundedAt: refund.at };
}

/** Without a payment, an order is paid only if its price was reduced to nothing. */
function unpaidState(ledger: readonly DatedLedgerEntry[], orderStatus: string): BillState {
  const status = orderStatus === 'cancelled' ? 'cancelled' : paymentStatusOf(ledger) === 'paid' ? 'paid' : 'due';
  return { status, paidAt: null, refundedAt: null };
}

export const billRowKinds = ['service', 'adjustment', 'other_payments'] as const;

export interface BillRow {
  kind: (typeof billRowKinds)[number];
  /** Service: as ordered. Adjustment: as sprayed. */
  area: string | null;
  amount: string;
}

/** The rows of a bill. Their amounts add up to its total. */
export function billRowsOf({
  area,
  areaSprayed,
  cost,
  adjustment,
  rest,
}: Pick<Bill, 'area' | 'areaSprayed' | 'cost' | 'adjustment' | 'rest'>): BillRow[] {
  const rows: BillRow[] = [{ kind: 'service', area, amount: cost }];
  if (Number(adjustment) !== 0) rows.push({ kind: 'adjustment', area: areaSprayed, amount: adjustment });
  if (Number(rest) !== 0) rows.push({ kind: 'other_payments', area: null, amount: rest });
  return rows;
}

const numberPrefixes: Record<BillKind, string> = { receipt: 'R', invoice: 'I' };

/** For example R-2026-000001. */
export function billNumber(kind: BillKind, year: number, serial: number): string {
  return `${numberPrefixes[kind]}-${year}-${String(serial).padStart(6, '0')}`;
}
