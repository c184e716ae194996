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

export interface LedgerEntry {
  kind: 'charge' | 'failure' | 'refund' | 'cash';
}

/** paymentStatus follows from the ledger, oldest entry first. */
export function paymentStatusOf(ledger: readonly LedgerEntry[]): PaymentStatus {
  let status: PaymentStatus = 'pending';
  for (const { kind } of ledger) {
    if (kind === 'charge' || kind === 'cash') status = 'paid';
    else if (kind === 'failure' && status !== 'paid') status = 'failed';
    else if (kind === 'refund') status = 'pending';
  }
  return status;
}
