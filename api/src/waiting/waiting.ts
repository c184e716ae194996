import type { PaymentMethod } from '../orders/order.ts';
import type { Place } from '../orders/place.ts';

export const entryStatuses = ['waiting', 'offered', 'booked', 'left', 'removed', 'ended'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export const offerStatuses = ['open', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

/** Steps in the history of an entry. */
export const waitingActions = [
  'joined',
  'offered',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'skipped',
  'left',
  'removed',
  'ended',
] as const;
export type WaitingAction = (typeof waitingActions)[number];

/** Maximum number of open entries of one farmer; a check constraint of waiting_entry has the same number. */
export const maxOpenEntries = 3;

/** What a farmer waits for. */
export interface WaitingWish {
  location: string;
  latitude: number;
  longitude: number;
  cropId: string;
  area: number;
  paymentMethod: PaymentMethod;
  from: string;
  to: string;
  sessionIds: string[];
}

/** An offer with what is needed to answer it. */
export interface Offer extends Place {
  id: string;
  entryId: string;
  farmerId: string;
  status: OfferStatus;
  expiresAt: Date;
  isSent: boolean;
  isByHand: boolean;
  orderId: string | null;
}

export interface WaitingSetting {
  offerMinutes: number;
  /** HH:mm:ss in the company's time zone: no offer is sent from here … */
  quietFrom: string;
  /** … to here. */
  quietTo: string;
}
