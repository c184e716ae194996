import type { OrderStatus, PaymentMethod, PaymentStatus } from './order.ts';

export interface OfficeListFilter {
  orderStatus: OrderStatus[];
  paymentStatus: PaymentStatus[];
  paymentMethod: PaymentMethod[];
  /** Of the orders in progress, only those whose work is reported (true) or not (false). */
  reported: boolean | undefined;
  from: string | undefined;
  to: string | undefined;
  sessionId: string | undefined;
  cropId: string | undefined;
  sprayerId: string | undefined;
  farmerId: string | undefined;
  /** Word prefixes, searched in the farmer's name and the place of the order. */
  words: string | undefined;
  number: NumberSearch | undefined;
  /** Only these orders. Exports have it; the list and its count do not. */
  orderIds?: string[] | undefined;
}

/** A search for digits matches order ids, phone numbers and places. */
export interface NumberSearch {
  orderId: string | null;
  phonePrefixes: string[];
  words: string | null;
}

export const isSearch = ({ words, number }: OfficeListFilter): boolean => words !== undefined || number !== undefined;
/** A filter by one person always matches few orders. */
export const hasPersonFilter = ({ farmerId, sprayerId }: OfficeListFilter): boolean => farmerId !== undefined || sprayerId !== undefined;
export const hasDateFilter = ({ from, to }: OfficeListFilter): boolean => from !== undefined || to !== undefined;
