import type { PaymentStatus } from '../orders/order.ts';

/** What a provider says about an intent, whoever the provider is. */
export interface ProviderIntent {
  id: string;
  orderId: string;
  /** In the currency, exact: "375000" or "12.50". */
  amount: string;
  currency: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'cancelled';
}

export interface ExpectedIntent {
  id: string;
  orderId: string;
  amount: string;
  currency: string;
}

/** What an intent settles: money that is exactly ours, a failure, nothing yet, or money that does not fit. */
export function settlement(expected: ExpectedIntent, told: ProviderIntent): 'paid' | 'failed' | 'open' | 'mismatch' {
  if (told.status === 'failed' || told.status === 'cancelled') return 'failed';
  if (told.status !== 'succeeded') return 'open';
  const fits =
    told.id === expected.id &&
    told.orderId === expected.orderId &&
    told.currency === expected.currency &&
    sameAmount(told.amount, expected.amount);
  return fits ? 'paid' : 'mismatch';
}

/** Decimal text against decimal text: 12.5 is 12.50. */
export function sameAmount(a: string, b: string): boolean {
  const canonical = (text: string) =>
    text
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  return canonical(a) === canonical(b);
}

/** Amounts are never negative; the kind says which way the money went. */
export const ledgerKinds = ['charge', 'failure', 'refund', 'cash', 'correction'] as const;

/** Why an entry is there: how we came to know of a card payment, who took the cash, or what it follows from. */
export const ledgerCauses = ['verified', 'webhook', 'reconciled', 'crew', 'office', 'cancelled', 'correction'] as const;
export type LedgerCause = (typeof ledgerCauses)[number];

export interface LedgerEntry {
  kind: (typeof ledgerKinds)[number];
}

/** paymentStatus follows from the ledger, oldest entry first. */
export function paymentStatusOf(ledger: readonly LedgerEntry[]): PaymentStatus {
  let status: PaymentStatus = 'pending';
  for (const { kind } of ledger) {
    if (kind === 'charge' || kind === 'cash') status = 'paid';
    else if (kind === 'failure' && status !== 'paid') status = 'failed';
    // Cash is only taken while nothing is paid, so what a correction undoes is always the money that came last.
    else if (kind === 'refund' || kind === 'correction') status = 'pending';
  }
  return status;
}
