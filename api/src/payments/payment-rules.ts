import type { PaymentStatus } from '../orders/order.ts';

/** An intent as the provider reports it, in the same form for every provider. */
export interface ProviderIntent {
  id: string;
  orderId: string;
  /** Exact decimal text in the currency: "375000" or "12.50". */
  amount: string;
  currency: string;
  /** Real money, not a test payment. */
  live: boolean;
  /** `failed`: declined, but can be paid with another card. `cancelled`: can no longer be paid. */
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'cancelled';
}

export interface ExpectedIntent {
  id: string;
  orderId: string;
  amount: string;
  currency: string;
  live: boolean;
}

/** `ended`: can no longer be paid. `open`: no result yet. `mismatch`: paid, but not what the order expects. */
export type Outcome = 'paid' | 'declined' | 'ended' | 'open' | 'mismatch';

export function outcomeOf(expected: ExpectedIntent, providerIntent: ProviderIntent): Outcome {
  if (providerIntent.status === 'failed') return 'declined';
  if (providerIntent.status === 'cancelled') return 'ended';
  if (providerIntent.status !== 'succeeded') return 'open';
  const matches =
    providerIntent.id === expected.id &&
    providerIntent.orderId === expected.orderId &&
    providerIntent.currency === expected.currency &&
    providerIntent.live === expected.live &&
    sameAmount(providerIntent.amount, expected.amount);
  return matches ? 'paid' : 'mismatch';
}

/** The stored state of an intent. A `failed` intent can still be paid until it is `ended`. */
export interface IntentState {
  status: 'open' | 'succeeded' | 'failed' | 'cancelled';
  ended: boolean;
  /** The office is notified of a mismatch. */
  mismatch: boolean;
}

export interface Settlement extends IntentState {
  ledgerEntry?: 'charge' | 'failure';
}

/**
 * The new state of an intent after an outcome; undefined: no change. Outcomes may arrive late, repeatedly and in any order:
 * `succeeded` is final, and it is accepted in every other state.
 */
export function settle(
  stored: IntentState,
  outcome: Outcome,
  order: { cancelled: boolean; paidOtherwise: boolean },
): Settlement | undefined {
  if (stored.status === 'succeeded') return undefined;
  switch (outcome) {
    case 'open':
      return undefined;
    case 'paid':
      if (!order.paidOtherwise) return { ...stored, status: 'succeeded', ledgerEntry: 'charge' };
      return stored.mismatch ? undefined : { ...stored, mismatch: true };
    case 'mismatch':
      return stored.mismatch ? undefined : { ...stored, mismatch: true };
    case 'declined':
      return stored.status === 'open' ? { ...stored, status: 'failed', ledgerEntry: 'failure' } : undefined;
    case 'ended':
      if (stored.ended) return undefined;
      if (stored.status !== 'open') return { ...stored, ended: true };
      // No payment is expected for a cancelled order, so this is not a failure.
      return order.cancelled
        ? { ...stored, status: 'cancelled', ended: true }
        : { ...stored, status: 'failed', ended: true, ledgerEntry: 'failure' };
  }
}

/** What a refund at the provider requires: an amount to record; undefined: the ledger agrees, or the office is already notified. */
export function refundAction(
  { status, amount, mismatch, currency }: IntentState & Pick<ExpectedIntent, 'amount' | 'currency'>,
  refundedAmount: string,
  recordedAmount: string,
  overpaidAmount: string,
): { amount: string } | 'report' | undefined {
  const [whole, refunded, recorded, overpaid] = [amount, refundedAmount, recordedAmount, overpaidAmount].map((text) =>
    toSmallestUnit(text, currency),
  ) as [number, number, number, number];
  if (status !== 'succeeded' || refunded === recorded) return undefined;
  if (refunded === whole) return { amount: fromSmallestUnit(whole - recorded, currency) };
  // A refund of ours is in progress and is recorded separately.
  if (refunded - recorded === Math.min(overpaid, whole - recorded)) return undefined;
  return mismatch ? undefined : 'report';
}

/** An unpaid intent is ended after this time. */
export const intentLifetimeSeconds = 24 * 3600;
export const firstLookupDelaySeconds = 120;

/** Delay until the next lookup of an intent: grows with its age. */
export function nextLookupDelaySeconds(ageSeconds: number): number {
  return Math.min(Math.max(Math.ceil(ageSeconds / 2), 60), 6 * 3600);
}

/** After this many consecutive failures, about eight minutes, the office is notified. */
export const maxFailedLookups = 5;

/** Limit of wrong secrets for one order. */
export const secretAttemptLimit = { attempts: 10, windowSeconds: 60 };

// Stripe's rules: ISK and UGX have no decimals, but Stripe counts them in hundredths.
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

function decimalsOf(currency: string): number {
  return withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2;
}

/** "12.5" EUR is 1250 cents. Throws if the amount is not a whole number of smallest units. */
export function toSmallestUnit(amount: string, currency: string): number {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const decimals = decimalsOf(currency);
  const significant = fraction.replace(/0+$/, '');
  const units = Number(`${whole}${significant.padEnd(decimals, '0')}`);
  if (whole === undefined || significant.length > decimals || !Number.isSafeInteger(units))
    throw new RangeError(`the amount is not a whole number of smallest units of ${currency}`);
  return units;
}

export function fromSmallestUnit(units: number, currency: string): string {
  if (!Number.isSafeInteger(units) || units < 0) throw new RangeError(`not a number of smallest units of ${currency}`);
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(units);
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Compares decimal text by value: 12.5 equals 12.50. */
export function sameAmount(a: string, b: string): boolean {
  const canonical = (text: string) =>
    text
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  return canonical(a) === canonical(b);
}

/** Amounts are never negative; the kind gives the direction. `credit` and `surcharge` change the price and move no money. */
export const ledgerKinds = ['charge', 'failure', 'refund', 'cash', 'correction', 'credit', 'surcharge'] as const;

/** The source of an entry: how a card payment was detected, who received the cash, or which action caused it. */
export const ledgerCauses = [
  'verified',
  'webhook',
  'reconciled',
  'crew',
  'office',
  'cancelled',
  'correction',
  'area_sprayed',
  'objection',
  'overpaid',
] as const;

/** `transfer`: by bank transfer, for orders paid in cash; a `charge` that the office has confirmed, or a `refund`. */
export const ledgerMethods = ['cash', 'transfer', 'visa', 'mastercard'] as const;
export type LedgerMethod = (typeof ledgerMethods)[number];
export type LedgerCause = (typeof ledgerCauses)[number];

export interface LedgerEntry {
  kind: (typeof ledgerKinds)[number];
  /**
   * Whether the payments up to and including this entry cover the adjusted price. Undefined: each payment covers it, and each refund or
   * correction takes back all of it.
   */
  covered?: boolean;
}

/** The payment status that follows from the ledger, oldest entry first. */
export function paymentStatusOf(ledger: readonly LedgerEntry[]): PaymentStatus {
  let status: PaymentStatus = 'pending';
  for (const { kind, covered } of ledger) {
    if (kind === 'charge' || kind === 'cash') status = covered === false ? 'pending' : 'paid';
    else if (kind === 'failure' && status !== 'paid') status = 'failed';
    else if (kind === 'refund' || kind === 'correction') status = covered === true ? 'paid' : 'pending';
    else if (kind === 'credit' || kind === 'surcharge') {
      if (covered === true) status = 'paid';
      else if (status === 'paid') status = 'pending';
    }
  }
  return status;
}
