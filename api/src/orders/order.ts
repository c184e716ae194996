import type { Role } from '../platform/http/auth.ts';

export const orderStatuses = ['pending', 'cancelled', 'confirmed', 'assigned', 'in_progress', 'completed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = ['pending', 'paid', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ['cash', 'visa', 'mastercard'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The state of an order as the rules need it. */
export interface OrderState {
  id: string;
  status: OrderStatus;
  version: number;
  date: string;
  sessionId: string;
  /** The crew has reported the work done. */
  reported: boolean;
  /** The farmer has signed the work off. */
  signedOff: boolean;
  /** The farmer has an open objection. */
  objected: boolean;
  /** Date of completion in the company's time zone; null: not completed. */
  completedOn: string | null;
  /** Time of the report or of the last resolved objection; null: not reported. */
  awaitingSignOffSince: Date | null;
}

export interface Actor {
  id: string;
  role: Role;
}

/** Types of order events in the outbox; each one leads to notifications. */
export const eventTypes = [
  'created',
  'confirmed',
  'rescheduled',
  'edited',
  'assigned',
  'unassigned',
  'started',
  'start_taken_back',
  'not_sprayed',
  'finished',
  'objected',
  'objection_resolved',
  'objection_withdrawn',
  'completed',
  'cancelled',
  'restored',
  'office_message',
  'paid',
  'payment_failed',
  'payment_method_changed',
  'transfer_reported',
  'transfer_rejected',
  'refunded',
  'refund_due',
  'cash_returned',
  'price_adjusted',
  'overpayment_returned',
  'report_disputed',
  'payment_mismatch',
  'payment_stuck',
  'feedback',
  'message',
  'weather_stop',
  'rebooked',
  'rebooking_answered',
  'spray_intervals',
  'mix_changed',
  'changed',
] as const;
export type EventType = (typeof eventTypes)[number];
