import { AppError, type FieldError } from '../errors.ts';
import type { EventType, OrderState, OrderStatus } from './order.ts';

export type ActingRole = 'farmer' | 'receptionist' | 'sprayer' | 'admin' | 'system';

export const actions = ['confirm', 'assign', 'start', 'finish', 'sign_off', 'object', 'resolve', 'cancel', 'reschedule'] as const;
export type Action = (typeof actions)[number];

export interface Transition {
  action: Action;
  by: readonly ActingRole[];
  from: readonly OrderStatus[];
  /** The states it may lead to; which of them, the rules below decide. */
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
  { action: 'object', by: ['farmer'], from: ['in_progress'], to: ['in_progress'] },
  { action: 'resolve', by: office, from: ['in_progress'], to: ['in_progress'] },
  { action: 'cancel', by: ['farmer', ...office], from: ['pending', 'confirmed', 'assigned'], to: ['cancelled'] },
  { action: 'cancel', by: ['system'], from: ['pending'], to: ['cancelled'] },
  { action: 'reschedule', by: ['farmer'], from: ['pending', 'confirmed'], to: ['pending', 'confirmed'] },
  { action: 'reschedule', by: office, from: ['pending', 'confirmed', 'assigned'], to: ['pending', 'confirmed', 'assigned'] },
];

export function allowedActions(status: OrderStatus, role: ActingRole): Action[] {
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

export const actionWords: Record<Action, string> = {
  confirm: 'confirm',
  assign: 'assign a crew',
  start: 'start',
  finish: 'finish',
  sign_off: 'sign off',
  object: 'object to the work',
  resolve: 'resolve an objection',
  cancel: 'cancel',
  reschedule: 'reschedule',
};

/** Refuses what the table does not have, and says what it has. */
export function checkAllowed(action: Action, status: OrderStatus, role: ActingRole): void {
  if (allowedActions(status, role).includes(action)) return;
  const allowed = allowedActions(status, role).map((other) => actionWords[other]);
  const instead = allowed.length === 0 ? 'Nothing more can be done with it.' : `What you can do: ${allowed.join(', ')}.`;
  throw new AppError('ACTION_NOT_ALLOWED', `The order is ${statusWords[status]}, so you cannot ${actionWords[action]} now. ${instead}`);
}

/** What a use case has to write. */
export interface Change {
  action: Action;
  from: OrderStatus;
  to: OrderStatus;
  events: EventType[];
  confirmed?: true;
  reported?: true;
  signedOff?: true;
  /** Opens an objection, or settles the open one. */
  objected?: boolean;
  moveTo?: { date: string; sessionId: string };
}

function change(action: Action, order: OrderState, to: OrderStatus, events: EventType[], facts: Partial<Change> = {}): Change {
  return { action, from: order.status, to, events, ...facts };
}

/**
 * The contract's one confirm: before the work it confirms the order, during it it signs the work off.
 * Saying it again changes nothing: undefined.
 */
export function confirmByFarmer(order: OrderState): Change | undefined {
  if (order.status === 'pending') return change('confirm', order, 'confirmed', ['confirmed'], { confirmed: true });
  if (order.status === 'in_progress') return order.signedOff ? undefined : signOff(order, 'farmer');
  if (order.status === 'cancelled') checkAllowed('confirm', order.status, 'farmer');
  return undefined;
}

export function confirmByOffice(order: OrderState, role: ActingRole): Change | undefined {
  if (order.status === 'confirmed') return undefined;
  checkAllowed('confirm', order.status, role);
  return change('confirm', order, 'confirmed', ['confirmed'], { confirmed: true });
}

/** Complete once crew and farmer have both said so, in either order. An open objection: only the farmer may sign off, not a code or a timer. */
export function signOff(order: OrderState, role: ActingRole): Change {
  checkAllowed('sign_off', order.status, role);
  if (order.objected && role !== 'farmer') {
    throw new AppError(
      'OBJECTION_OPEN',
      'The farmer has objected to the work. The farmer signs it off in the app, or the office resolves the objection first.',
    );
  }
  return change('sign_off', order, order.reported ? 'completed' : 'in_progress', order.reported ? ['completed'] : [], {
    signedOff: true,
    ...(order.objected ? { objected: false } : {}),
  });
}

/** So long after the report, or after an objection was settled, a farmer may object; then silence is a yes. */
export const objectionPeriodHours = 72;

export function object(order: OrderState, now: Date): Change {
  checkAllowed('object', order.status, 'farmer');
  if (!order.reported || order.awaitingSignOffSince === null) {
    throw new AppError('ACTION_NOT_ALLOWED', 'The crew is still at work. You can object once it has reported the work done.');
  }
  if (order.objected) throw new AppError('OBJECTION_OPEN', 'Your objection is with the office already. You will hear from us.');
  if (now.getTime() - order.awaitingSignOffSince.getTime() >= objectionPeriodHours * 3_600_000) {
    throw new AppError('TOO_LATE_TO_OBJECT', `Work can be objected to within ${objectionPeriodHours} hours. Please call the office.`);
  }
  return change('object', order, order.status, ['objected'], { objected: true });
}

export function resolveObjection(order: OrderState, role: ActingRole): Change {
  checkAllowed('resolve', order.status, role);
  if (!order.objected) throw new AppError('NO_OBJECTION', 'There is no open objection to this order.');
  return change('resolve', order, order.status, ['objection_resolved'], { objected: false });
}

export function assign(order: OrderState, role: ActingRole): Change {
  checkAllowed('assign', order.status, role);
  return change('assign', order, 'assigned', ['assigned']);
}

export function start(order: OrderState, today: string): Change {
  checkAllowed('start', order.status, 'sprayer');
  if (order.date !== today) {
    throw new AppError('NOT_THE_DAY', `This spray is on ${order.date}, and today is ${today}. It can be started on its day only.`);
  }
  return change('start', order, 'in_progress', ['started']);
}

export function finish(order: OrderState): Change {
  checkAllowed('finish', order.status, 'sprayer');
  if (order.reported)
    throw new AppError('ACTION_NOT_ALLOWED', 'The work has been reported done already. What is missing is the sign-off by the farmer.');
  return change('finish', order, order.signedOff ? 'completed' : 'in_progress', order.signedOff ? ['completed'] : ['finished'], {
    reported: true,
  });
}

/** Until so many hours before the session a farmer may cancel or reschedule; the office may at any time. */
export const minHoursToChange = 12;

/** `hoursLeft`: until the session begins. */
export function cancel(order: OrderState, role: ActingRole, hoursLeft: number): Change {
  checkAllowed('cancel', order.status, role);
  if (role === 'farmer' && hoursLeft < minHoursToChange) {
    throw new AppError(
      'TOO_LATE_TO_CANCEL',
      `An order can be cancelled up to ${minHoursToChange} hours before its session. Please call the office.`,
    );
  }
  return change('cancel', order, 'cancelled', order.paidInCash ? ['cancelled', 'refund_due'] : ['cancelled']);
}

/** Whether the order may be moved at all. `hoursLeft`: until its present session begins. */
export function checkReschedulable(order: OrderState, role: ActingRole, hoursLeft: number): void {
  checkAllowed('reschedule', order.status, role);
  if (role === 'farmer' && hoursLeft < minHoursToChange) {
    throw new AppError(
      'TOO_LATE_TO_RESCHEDULE',
      `An order can be moved up to ${minHoursToChange} hours before its session. Please call the office.`,
    );
  }
}

/** A crew that is not free at the new time is let go. */
export function reschedule(order: OrderState, role: ActingRole, moveTo: { date: string; sessionId: string }, crewIsFree: boolean): Change {
  checkAllowed('reschedule', order.status, role);
  const to = order.status === 'assigned' && !crewIsFree ? 'confirmed' : order.status;
  return change('reschedule', order, to, ['rescheduled'], { moveTo });
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
