import type { PaymentStatus } from '../orders/order.ts';

/** What a provider says about an intent, whoever the provider is. */
export interface ProviderIntent {
  id: string;
  orderId: string;
  /** In the currency, exact: "375000" or "12.50". */
  amount: string;
  currency: string;
  /** Whether it is real money. */
  live: boolean;
  /** `failed`: declined, and the provider would take another card for it. `cancelled`: it never will again. */
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'cancelled';
}

export interface ExpectedIntent {
  id: string;
  orderId: string;
  amount: string;
  currency: string;
  live: boolean;
}

/** What an answer amounts to: money that is exactly ours, a decline, the end of the intent, nothing yet, or money that does not fit. */
export type Outcome = 'paid' | 'declined' | 'ended' | 'open' | 'mismatch';

export function outcomeOf(expected: ExpectedIntent, told: ProviderIntent): Outcome {
  if (told.status === 'failed') return 'declined';
  if (told.status === 'cancelled') return 'ended';
  if (told.status !== 'succeeded') return 'open';
  const fits =
    told.id === expected.id &&
    told.orderId === expected.orderId &&
    told.currency === expected.currency &&
    told.live === expected.live &&
    sameAmount(told.amount, expected.amount);
  return fits ? 'paid' : 'mismatch';
}

/** What we have noted of an intent. `failed` is not the end of it until the provider has ended it. */
export interface NotedIntent {
  status: 'open' | 'succeeded' | 'failed' | 'cancelled';
  ended: boolean;
  /** The office knows that money came which does not fit. */
  mismatch: boolean;
}

export interface Settlement extends NotedIntent {
  enter?: 'charge' | 'failure';
}

/**
 * What to note when an outcome is heard; undefined when there is nothing new in it. Answers may come late, twice and in
 * any order: from `succeeded` nothing leads back, and success counts whatever was noted before it.
 */
export function settle(
  noted: NotedIntent,
  outcome: Outcome,
  order: { cancelled: boolean; paidOtherwise: boolean },
): Settlement | undefined {
  if (noted.status === 'succeeded') return undefined;
  switch (outcome) {
    case 'open':
      return undefined;
    case 'paid':
      if (!order.paidOtherwise) return { ...noted, status: 'succeeded', enter: 'charge' };
      return noted.mismatch ? undefined : { ...noted, mismatch: true };
    case 'mismatch':
      return noted.mismatch ? undefined : { ...noted, mismatch: true };
    case 'declined':
      return noted.status === 'open' ? { ...noted, status: 'failed', enter: 'failure' } : undefined;
    case 'ended':
      if (noted.ended) return undefined;
      if (noted.status !== 'open') return { ...noted, ended: true };
      // Nobody is waiting for the money of a cancelled order, so that is no failure.
      return order.cancelled
        ? { ...noted, status: 'cancelled', ended: true }
        : { ...noted, status: 'failed', ended: true, enter: 'failure' };
  }
}

/** What to do about money that went back at the provider; undefined when the ledger says the same, or the office knows. */
export function returnOf(
  { status, amount, mismatch }: NotedIntent & { amount: string },
  returned: string,
  refunded: boolean,
): 'refund' | 'tell' | undefined {
  if (status !== 'succeeded') return undefined;
  const whole = sameAmount(returned, amount);
  if (whole) return refunded ? undefined : 'refund';
  return mismatch || (sameAmount(returned, '0') && !refunded) ? undefined : 'tell';
}

/** An intent that nobody has paid for so long is ended. */
export const intentLifetimeSeconds = 24 * 3600;
export const firstLookSeconds = 120;

/** How long to wait before asking again about an intent of this age: often at first, then less and less. */
export function nextLookSeconds(ageSeconds: number): number {
  return Math.min(Math.max(Math.ceil(ageSeconds / 2), 60), 6 * 3600);
}

/** After so many looks in a row that led nowhere, some eight minutes, someone has to look after the money. */
export const looksUntilStuck = 5;

/** Wrong secrets for one order. */
export const secretGuesses = { attempts: 10, windowSeconds: 60 };

// As Stripe counts: ISK and UGX have no smaller unit, and are counted in hundredths all the same.
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

function decimalsOf(currency: string): number {
  return withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2;
}

/** "12.5" EUR is 1250 cents. Throws for what cannot be said exactly in the smallest unit. */
export function toSmallestUnit(amount: string, currency: string): number {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const decimals = decimalsOf(currency);
  const kept = fraction.replace(/0+$/, '');
  const units = Number(`${whole}${kept.padEnd(decimals, '0')}`);
  if (whole === undefined || kept.length > decimals || !Number.isSafeInteger(units))
    throw new RangeError(`an amount cannot be said in the smallest unit of ${currency}`);
  return units;
}

export function fromSmallestUnit(units: number, currency: string): string {
  if (!Number.isSafeInteger(units) || units < 0) throw new RangeError(`not a number of smallest units of ${currency}`);
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(units);
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
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

/** How money moved. What the office gives back may go by bank transfer. */
export const ledgerMethods = ['cash', 'transfer', 'visa', 'mastercard'] as const;
export type LedgerMethod = (typeof ledgerMethods)[number];
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
