import type { Role } from '../platform/http/auth.ts';

export const orderStatuses = ['pending', 'cancelled', 'confirmed', 'assigned', 'in_progress', 'completed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = ['pending', 'paid', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ['cash', 'visa', 'mastercard'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What the rules need to know of an order. */
export interface OrderState {
  id: string;
  status: OrderStatus;
  version: number;
  date: string;
  sessionId: string;
  /** The crew has reported the work done. */
  reported: boolean;
  /** The farmer has said that it is. */
  signedOff: boolean;
  /** The farmer is not content, and nobody has settled it yet. */
  objected: boolean;
  /** Paid in cash: if it is cancelled, someone has to give the money back. */
  paidInCash: boolean;
  /** Since when the farmer's word is waited for: the report, or the last settled objection. */
  awaitingSignOffSince: Date | null;
}

export interface Actor {
  id: string;
  role: Role;
}

/** Everything that happens to an order and is told to people. */
export const eventTypes = [
  'created',
  'confirmed',
  'rescheduled',
  'assigned',
  'unassigned',
  'started',
  'finished',
  'objected',
  'objection_resolved',
  'completed',
  'cancelled',
  'paid',
  'payment_failed',
  'refunded',
  'refund_due',
  'cash_returned',
  'payment_mismatch',
  'payment_stuck',
  'feedback',
] as const;
export type EventType = (typeof eventTypes)[number];
