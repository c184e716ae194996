import { AppError, type FieldError } from '../errors.ts';
import type { EventType, OrderState, OrderStatus } from './order.ts';

type Role = 'farmer' | 'receptionist' | 'sprayer' | 'admin' | 'system';

export const actions = ['confirm', 'assign', 'start', 'finish', 'sign_off', 'cancel', 'reschedule'] as const;
export type Action = (typeof actions)[number];

export interface Transition {
  action: Action;
  by: readonly Role[];
  from: readonly OrderStatus[];
  /** The states it may lead to; which of them, its use case decides under lock. */
  to: readonly OrderStatus[];
}

const office = ['receptionist', 'admin'] as const;

/** The life of an order, whole. What is not here cannot happen. */
export const transitions: readonly Transition[] = [
  { action: 'confirm', by: ['farmer', ...office], from: ['pending'], to: ['confirmed'] },
  { action: 'assign', by: office, from: ['confirmed', 'assigned'], to: ['assigned'] },
  { action: 'start', by: ['sprayer'], from: ['assigned'], to: ['in_progress'] },
  { action: 'finish', by: ['sprayer'], from: ['in_progress'], to: ['in_progress', 'completed'] },
  { action: 'sign_off', by: ['farmer', 'sprayer', 'system'], from: ['in_progress'], to: ['in_progress', 'completed'] },
  { action: 'cancel', by: ['farmer', ...office], from: ['pending', 'confirmed', 'assigned'], to: ['cancelled'] },
  { action: 'cancel', by: ['system'], from: ['pending'], to: ['cancelled'] },
  { action: 'reschedule', by: ['farmer'], from: ['pending', 'confirmed'], to: ['pending', 'confirmed'] },
  { action: 'reschedule', by: office, from: ['pending', 'confirmed', 'assigned'], to: ['pending', 'confirmed', 'assigned'] },
];

export function allowedActions(status: OrderStatus, role: Role): Action[] {
  const allowed = transitions.filter(({ by, from }) => by.includes(role) && from.includes(status));
  return [...new Set(allowed.map(({ action }) => action))];
}

const statusWords: Record<OrderStatus, string> = {
  pending: 'pending',
  cancelled: 'cancelled',
  confirmed: 'confirmed',
  assigned: 'assigned to a crew',
  in_progress: 'in progress',
  completed: 'completed',
};

const actionWords: Record<Action, string> = {
  confirm: 'confirm',
  assign: 'assign a crew',
  start: 'start',
  finish: 'finish',
  sign_off: 'sign off',
  cancel: 'cancel',
  reschedule: 'reschedule',
};

export function refusal(action: Action, status: OrderStatus, role: Role): AppError {
  const allowed = allowedActions(status, role).map((other) => actionWords[other]);
  const instead = allowed.length === 0 ? 'Nothing more can be done with it.' : `What you can do: ${allowed.join(', ')}.`;
  return new AppError(
    'ACTION_NOT_ALLOWED',
    `The order is ${statusWords[status]}, so it is not possible to ${actionWords[action]} it. ${instead}`,
  );
}

/** What a use case has to write. */
export interface Change {
  action: Action;
  from: OrderStatus;
  to: OrderStatus;
  confirmed: boolean;
  signedOff: boolean;
  events: EventType[];
}

/**
 * The contract's one confirm: before the work it confirms the order, during it it signs the work off.
 * Saying it again changes nothing: undefined.
 */
export function confirmByFarmer(order: OrderState): Change | undefined {
  switch (order.status) {
    case 'pending':
      return { action: 'confirm', from: 'pending', to: 'confirmed', confirmed: true, signedOff: false, events: ['confirmed'] };
    case 'in_progress': {
      if (order.signedOff) return undefined;
      const to = order.reported ? 'completed' : 'in_progress';
      return { action: 'sign_off', from: 'in_progress', to, confirmed: true, signedOff: true, events: order.reported ? ['completed'] : [] };
    }
    case 'confirmed':
    case 'assigned':
    case 'completed':
      return undefined;
    case 'cancelled':
      throw refusal('confirm', order.status, 'farmer');
  }
}

export const bookableDaysAhead = 365;

export interface BookingTime {
  date: string;
  sessionStart: string;
  /** The company's wall clock. */
  now: { date: string; time: string };
  lastDate: string;
}

/** Today or later, the session not begun, at most a year ahead. */
export function checkBookable({ date, sessionStart, now, lastDate }: BookingTime): void {
  const error: FieldError | undefined =
    date < now.date
      ? { path: 'date', message: `must be today (${now.date}) or later` }
      : date > lastDate
        ? { path: 'date', message: `must be at most ${bookableDaysAhead} days ahead, so not after ${lastDate}` }
        : undefined;
  if (error !== undefined) throw new AppError('DATE_NOT_BOOKABLE', `The date ${error.message}.`, { errors: [error] });
  if (date === now.date && sessionStart <= now.time) {
    throw new AppError('SESSION_BEGUN', `The session at ${sessionStart.slice(0, 5)} has begun. Please choose a later one.`, {
      errors: [{ path: 'session.id', message: 'has begun already' }],
    });
  }
}
