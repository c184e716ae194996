import type { OrderStatus, PaymentMethod, PaymentStatus } from './order.ts';

export interface OfficeListFilter {
  orderStatus: OrderStatus[];
  paymentStatus: PaymentStatus[];
  paymentMethod: PaymentMethod[];
  from: string | undefined;
  to: string | undefined;
  sessionId: string | undefined;
  cropId: string | undefined;
  sprayerId: string | undefined;
  farmerId: string | undefined;
  /** Beginnings of words, in the farmer's name and the place. */
  words: string | undefined;
  number: NumberSearch | undefined;
}

/** Digits may be an order's number, or a phone number, or stand in a place. */
export interface NumberSearch {
  orderId: string | null;
  phonePrefixes: string[];
  words: string | null;
}

export const isSearch = ({ words, number }: OfficeListFilter): boolean => words !== undefined || number !== undefined;
/** What one person has to do with is never very much. */
export const hasPersonFilter = ({ farmerId, sprayerId }: OfficeListFilter): boolean => farmerId !== undefined || sprayerId !== undefined;
export const hasDateFilter = ({ from, to }: OfficeListFilter): boolean => from !== undefined || to !== undefined;
