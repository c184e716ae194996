import { AppError } from '../errors.ts';
import type { Bill, BillKind, BillStatus, LaterChange } from './bill.ts';
import { type LedgerEntry, paymentStatusOf } from './payment-rules.ts';

export interface DatedLedgerEntry extends LedgerEntry {
  id: string;
  at: Date;
  /** Exact decimal text. */
  amount?: string;
  /** A credit or a surcharge of a resolved objection. */
  isOfObjection?: boolean;
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
  /** Price changes after the payment of a receipt. */
  laterChanges?: readonly LaterChange[];
}

function laterChangesOf(paymentId: string | null, ledger: readonly DatedLedgerEntry[]): LaterChange[] {
  const paidIndex = paymentId === null ? -1 : ledger.findIndex(({ id }) => id === paymentId);
  if (paidIndex === -1) return [];
  return ledger.slice(paidIndex + 1).flatMap(({ kind, amount, at, isOfObjection }) => {
    const isChange = isOfObjection === true && amount !== undefined && (kind === 'credit' || kind === 'surcharge');
    return isChange ? [{ kind, amount, at }] : [];
  });
}

/** The state of a bill, with what changed after the payment of a receipt. */
export function billStateOf(paymentId: string | null, ledger: readonly DatedLedgerEntry[], orderStatus: string): BillState {
  const laterChanges = laterChangesOf(paymentId, ledger);
  return { ...paymentStateOf(paymentId, ledger, orderStatus), ...(laterChanges.length === 0 ? {} : { laterChanges }) };
}

/** The state of a bill, from the ledger of its order, oldest entry first. For a receipt only its own payment counts. */
function paymentStateOf(paymentId: string | null, ledger: readonly DatedLedgerEntry[], orderStatus: string): BillState {
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

export const billRowKinds = ['service', 'adjustment', 'credit', 'surcharge', 'other_payments'] as const;

export interface BillRow {
  kind: (typeof billRowKinds)[number];
  /** Service: as ordered. Adjustment: as sprayed. */
  area: string | null;
  amount: string;
  /** Credit, surcharge: the reason. */
  note: string | null;
}

type BilledAmounts = Pick<Bill, 'area' | 'areaSprayed' | 'cost' | 'areaAdjustment' | 'priceChanges' | 'rest'>;

/** The rows of a bill. Their amounts add up to its total. */
export function billRowsOf({ area, areaSprayed, cost, areaAdjustment, priceChanges, rest }: BilledAmounts): BillRow[] {
  const rows: BillRow[] = [{ kind: 'service', area, amount: cost, note: null }];
  if (Number(areaAdjustment) !== 0) rows.push({ kind: 'adjustment', area: areaSprayed, amount: areaAdjustment, note: null });
  for (const { kind, amount, note } of priceChanges)
    rows.push({ kind, area: null, amount: kind === 'credit' ? `-${amount}` : amount, note });
  if (Number(rest) !== 0) rows.push({ kind: 'other_payments', area: null, amount: rest, note: null });
  return rows;
}

const numberPrefixes: Record<BillKind, string> = { receipt: 'R', invoice: 'I' };

/** For example R-2026-000001. */
export function billNumber(kind: BillKind, year: number, serial: number): string {
  return `${numberPrefixes[kind]}-${year}-${String(serial).padStart(6, '0')}`;
}
