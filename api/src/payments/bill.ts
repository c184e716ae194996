import type { PaymentMethod } from '../orders/order.ts';

export type BillKind = 'receipt' | 'invoice';

/** Follows from the ledger; the bill itself never changes. */
export type BillStatus = 'due' | 'paid' | 'refunded' | 'cancelled';

/** A credit or a surcharge of a resolved objection. */
export interface PriceChange {
  kind: 'credit' | 'surcharge';
  /** Exact decimal text, never negative. */
  amount: string;
  note: string | null;
}

/** A receipt or an invoice as issued, with its current status. Money and area are exact decimal text. */
export interface Bill {
  id: string;
  kind: BillKind;
  number: string;
  issuedAt: Date;
  timeZone: string;
  orderId: string;
  company: { name: string; address: string | null; taxCode: string | null; phoneNumber: string | null; email: string | null };
  farmer: { fullName: string; address: string | null; phoneNumber: string | null };
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm:ss */
  startTime: string;
  endTime: string;
  place: string;
  crop: string;
  /** As ordered. */
  area: string;
  /** Null: the price is for the area ordered. */
  areaSprayed: string | null;
  /** The price at booking. */
  cost: string;
  /** By how much the price changed since booking for the area sprayed. */
  areaAdjustment: string;
  /** Other changes of the price since booking, oldest first. */
  priceChanges: readonly PriceChange[];
  /** Difference between a receipt's payment and the price. */
  rest: string;
  areaUnit: string;
  price: string;
  amount: string;
  currency: string;
  currencyDigits: number;
  method: PaymentMethod;
  reference: string | null;
  status: BillStatus;
  paidAt: Date | null;
  refundedAt: Date | null;
  /** Amount refunded of a payment that still covers the price. */
  returned?: string | undefined;
  /** Price changes after the payment of a receipt. */
  laterChanges?: readonly LaterChange[];
  /** Amount due, for an invoice that is not paid. */
  due: string | null;
}

/** A price change with its date. */
export type LaterChange = Omit<PriceChange, 'note'> & { at: Date };

/** Always ASCII, so that the header needs no encoding. */
export const billFileName = ({ kind, number }: { kind: BillKind; number: string }, extension: 'html' | 'pdf'): string =>
  `${kind}-${number}.${extension}`;
