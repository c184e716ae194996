import { AppError, type FieldError } from '../errors.ts';
import type { EventType, OrderState, OrderStatus } from './order.ts';

export type ActingRole = 'farmer' | 'receptionist' | 'sprayer' | 'admin' | 'system';

export const actions = [
  'confirm',
  'assign',
  'start',
  'take_back_start',
  'not_sprayed',
  'finish',
  'sign_off',
  'object',
  'resolve',
  'withdraw_objection',
  'cancel',
  'reschedule',
  'adjust',
  'edit',
  'accept_report',
  'late_report',
  'set_aside_report',
  'weather_override',
  'weather_unaware',
  'ban_override',
  'unassign',
] as const;
export type Action = (typeof actions)[number];

export interface Transition {
  action: Action;
  by: readonly ActingRole[];
  from: readonly OrderStatus[];
  /** The possible new states; the rules below choose one. */
  to: readonly OrderStatus[];
}

const office = ['receptionist', 'admin'] as const;

/** The state machine of an order: every allowed transition. */
export const transitions: readonly Transition[] = [
  { action: 'confirm', by: ['farmer', ...office], from: ['pending'], to: ['confirmed'] },
  { action: 'assign', by: office, from: ['confirmed', 'assigned'], to: ['assigned'] },
  { action: 'start', by: ['sprayer'], from: ['assigned'], to: ['in_progress'] },
  { action: 'take_back_start', by: ['sprayer'], from: ['in_progress'], to: ['assigned'] },
  { action: 'not_sprayed', by: ['sprayer', ...office], from: ['assigned', 'in_progress'], to: ['confirmed'] },
  { action: 'finish', by: ['sprayer'], from: ['in_progress'], to: ['in_progress', 'completed'] },
  { action: 'sign_off', by: ['farmer', 'sprayer', 'system'], from: ['in_progress'], to: ['in_progress', 'completed'] },
  { action: 'object', by: ['farmer'], from: ['in_progress'], to: ['in_progress'] },
  { action: 'object', by: ['farmer'], from: ['completed'], to: ['completed'] },
  { action: 'resolve', by: office, from: ['in_progress'], to: ['in_progress'] },
  { action: 'resolve', by: office, from: ['completed'], to: ['completed'] },
  { action: 'withdraw_objection', by: ['farmer'], from: ['completed'], to: ['completed'] },
  { action: 'cancel', by: ['farmer', ...office], from: ['pending', 'confirmed', 'assigned'], to: ['cancelled'] },
  { action: 'cancel', by: ['system'], from: ['pending'], to: ['cancelled'] },
  { action: 'reschedule', by: ['farmer'], from: ['pending', 'confirmed'], to: ['pending', 'confirmed'] },
  { action: 'reschedule', by: office, from: ['pending', 'confirmed', 'assigned'], to: ['pending', 'confirmed', 'assigned'] },
  { action: 'adjust', by: office, from: ['in_progress'], to: ['in_progress'] },
  { action: 'adjust', by: office, from: ['completed'], to: ['completed'] },
  { action: 'edit', by: ['farmer'], from: ['pending'], to: ['pending'] },
  { action: 'edit', by: office, from: ['pending', 'confirmed', 'assigned'], to: ['pending', 'confirmed', 'assigned'] },
  { action: 'accept_report', by: office, from: ['confirmed', 'assigned', 'in_progress'], to: ['in_progress', 'completed'] },
];

export function allowedActions(status: OrderStatus, role: ActingRole): Action[] {
  const allowed = transitions.filter(({ by, from }) => by.includes(role) && from.includes(status));
  return [...new Set(allowed.map(({ action }) => action))];
}

const statusTexts: Record<OrderStatus, string> = {
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
  take_back_start: 'take back the start',
  not_sprayed: 'mark it as not sprayed',
  finish: 'finish',
  sign_off: 'sign off',
  object: 'object to the work',
  resolve: 'resolve an objection',
  withdraw_objection: 'withdraw an objection',
  cancel: 'cancel',
  reschedule: 'reschedule',
  adjust: 'decide about the area sprayed',
  accept_report: 'accept a late report',
  late_report: 'send a late report',
  set_aside_report: 'set a late report aside',
  weather_override: 'start although the weather says stop',
  weather_unaware: 'start without knowing that the weather says stop',
  ban_override: 'assign a crew in spite of a ban',
  unassign: 'remove the crew',
  edit: 'change its details',
};

/** What a refusal says about an order. Without the facts of the work, its status alone. */
export type DescribedOrder = Pick<OrderState, 'status'> & Partial<Pick<OrderState, 'reported' | 'objected'>>;

function describeState({ status, reported, objected = false }: DescribedOrder): string {
  if (status === 'completed' && objected) return 'completed and has an open objection';
  if (status !== 'in_progress' || reported === undefined) return statusTexts[status];
  if (objected) return 'reported done and has an open objection';
  return reported ? 'reported done and waits for the sign-off by the farmer' : 'in progress and not reported done yet';
}

/** Detail of a refusal: the state of the order, what is not possible in it, and what is possible instead, as sentences. */
export function refusalDetail(order: DescribedOrder, refused: string, instead: string): string {
  return `The order is ${describeState(order)}, so you cannot ${refused} now. ${instead}`;
}

/** Detail of a refusal that does not follow from the state of the order: the state, the reason, and what is possible instead, as sentences. */
export function refusalWithReason(order: DescribedOrder, reason: string): string {
  return `The order is ${describeState(order)}. ${reason}`;
}

/** The actions of the table that a role can do, as a sentence. */
function describeAllowed(status: OrderStatus, role: ActingRole): string {
  // Whether there is a report to decide about does not follow from the state.
  const allowed = allowedActions(status, role)
    .filter((action) => action !== 'adjust' && action !== 'accept_report')
    .map((action) => actionWords[action]);
  return allowed.length === 0 ? 'Nothing more can be done with it.' : `What you can do: ${allowed.join(', ')}.`;
}

/** Throws ACTION_NOT_ALLOWED, with the allowed actions, if the table has no such transition. */
export function checkAllowed(action: Action, status: OrderStatus, role: ActingRole): void {
  if (allowedActions(status, role).includes(action)) return;
  throw new AppError('ACTION_NOT_ALLOWED', refusalDetail({ status }, actionWords[action], describeAllowed(status, role)));
}

/** A decided change of an order, to be saved with saveChange. */
export interface Change {
  /** `undo` restores the state before a bulk action (dispatch/undo-bulk-action.ts); it depends on that action, not on the state alone. */
  action: Action | 'undo';
  from: OrderStatus;
  to: OrderStatus;
  events: EventType[];
  confirmed?: true;
  reported?: true;
  signedOff?: true;
  /** true: opens an objection; false: resolves the open one. */
  objected?: boolean;
  moveTo?: { date: string; sessionId: string };
}

function change(action: Action, order: OrderState, to: OrderStatus, events: EventType[], facts: Partial<Change> = {}): Change {
  return { action, from: order.status, to, events, ...facts };
}

/**
 * The API has one confirm operation for farmers: it confirms a pending order and signs off an order in progress.
 * undefined: the order is confirmed or signed off already.
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

/** The order is completed after both the crew's report and the sign-off. While an objection is open, only the farmer can sign off, not a code or a timer. */
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

/** Time to object after the report or after a resolved objection; without an objection the work is then signed off. */
export const objectionPeriodHours = 72;

/** When an objection is made, and how long completed work can be objected to. */
export interface ObjectionTime {
  now: Date;
  /** Date in the company's time zone. */
  today: string;
  /** Days after the completion. */
  objectionDays: number;
}

export function object(order: OrderState, time: ObjectionTime): Change {
  checkAllowed('object', order.status, 'farmer');
  const isCompleted = order.status === 'completed';
  if (!isCompleted && (!order.reported || order.awaitingSignOffSince === null)) {
    const instead = 'You can object once the crew has reported the work done.';
    throw new AppError('ACTION_NOT_ALLOWED', refusalDetail(order, actionWords.object, instead));
  }
  if (order.objected) {
    const instead = isCompleted
      ? 'The office will answer your objection. You can withdraw it if it is settled.'
      : 'The office will answer your objection. You can sign off the work if it is settled.';
    throw new AppError('OBJECTION_OPEN', refusalDetail(order, 'object again', instead));
  }
  if (isTooLateToObject(order, time)) {
    const reason = isCompleted
      ? `Completed work can be objected to within ${time.objectionDays} days. Please call the office.`
      : `Work can be objected to within ${objectionPeriodHours} hours. Please call the office.`;
    throw new AppError('TOO_LATE_TO_OBJECT', refusalWithReason(order, reason));
  }
  return change('object', order, order.status, ['objected'], { objected: true });
}

function isTooLateToObject(
  { status, completedOn, awaitingSignOffSince }: OrderState,
  { now, today, objectionDays }: ObjectionTime,
): boolean {
  if (status === 'completed') return completedOn === null || Date.parse(today) - Date.parse(completedOn) > objectionDays * 86_400_000;
  return awaitingSignOffSince === null || now.getTime() - awaitingSignOffSince.getTime() >= objectionPeriodHours * 3_600_000;
}

export function resolveObjection(order: OrderState, role: ActingRole): Change {
  checkAllowed('resolve', order.status, role);
  if (!order.objected) {
    const instead = 'There is no open objection. The farmer can object once the work is reported done.';
    throw new AppError('NO_OBJECTION', refusalDetail(order, actionWords.resolve, instead));
  }
  return change('resolve', order, order.status, ['objection_resolved'], { objected: false });
}

/** The farmer ends an objection to completed work; before the completion, the sign-off ends it. */
export function withdrawObjection(order: OrderState): Change {
  checkAllowed('withdraw_objection', order.status, 'farmer');
  if (!order.objected) {
    const instead = 'There is no open objection.';
    throw new AppError('NO_OBJECTION', refusalDetail(order, actionWords.withdraw_objection, instead));
  }
  return change('withdraw_objection', order, order.status, ['objection_withdrawn'], { objected: false });
}

export function assign(order: OrderState, role: ActingRole): Change {
  checkAllowed('assign', order.status, role);
  return change('assign', order, 'assigned', ['assigned']);
}

/** A crew plan that was accepted has no crew for the order: its present crew is needed elsewhere, or no longer possible. */
export function removeCrew(order: OrderState, role: ActingRole): Change {
  checkAllowed('assign', order.status, role);
  return change('unassign', order, 'confirmed', ['unassigned']);
}

export function start(order: OrderState, today: string): Change {
  checkAllowed('start', order.status, 'sprayer');
  if (order.date !== today) {
    throw new AppError('NOT_THE_DAY', `This spray is on ${order.date}, and today is ${today}. It can be started on its day only.`);
  }
  return change('start', order, 'in_progress', ['started']);
}

/** Time to take back a start that was tapped by mistake. */
export const takeBackMinutes = 5;

/** The last start of an order, by the clock of the service. */
export interface LastStart {
  actorId: string | null;
  at: Date;
}

/** `happenedAt`: when the sprayer tapped it. */
export function takeBackStart(order: OrderState, actorId: string, lastStart: LastStart | undefined, happenedAt: Date): Change {
  checkAllowed('take_back_start', order.status, 'sprayer');
  checkNotReported(order, actionWords.take_back_start);
  if (lastStart === undefined || lastStart.actorId !== actorId) {
    const instead = 'Only the one who started can take it back.';
    throw new AppError('ACTION_NOT_ALLOWED', refusalDetail(order, actionWords.take_back_start, instead));
  }
  if (happenedAt.getTime() - lastStart.at.getTime() > takeBackMinutes * 60_000) {
    const instead = `That is possible for ${takeBackMinutes} minutes. Report the work, or mark it as not sprayed.`;
    throw new AppError('ACTION_NOT_ALLOWED', refusalDetail(order, actionWords.take_back_start, instead));
  }
  return change('take_back_start', order, 'assigned', ['start_taken_back']);
}

/** The crew was there, but did not spray: the order waits for the office, without a crew. `date`: when it happened, in the company's time zone. */
export function markNotSprayed(order: OrderState, role: ActingRole, date: string): Change {
  checkAllowed('not_sprayed', order.status, role);
  checkNotReported(order, actionWords.not_sprayed);
  // The office may enter it later for the crew.
  if (role === 'sprayer' ? order.date !== date : order.date > date) {
    throw new AppError('NOT_THE_DAY', `This spray is on ${order.date}. It can be marked as not sprayed on its day.`);
  }
  return change('not_sprayed', order, 'confirmed', ['not_sprayed']);
}

function checkNotReported(order: OrderState, refused: string): void {
  if (order.reported)
    throw new AppError('ACTION_NOT_ALLOWED', refusalDetail(order, refused, 'The crew has reported the work done. Please call the office.'));
}

export function finish(order: OrderState): Change {
  checkAllowed('finish', order.status, 'sprayer');
  if (order.reported) {
    const instead = order.objected
      ? 'The office resolves the objection, or the farmer signs the work off in the app.'
      : 'The farmer signs it off in the app, or tells you the code.';
    throw new AppError('ACTION_NOT_ALLOWED', refusalDetail(order, 'report it again', instead));
  }
  return change('finish', order, order.signedOff ? 'completed' : 'in_progress', order.signedOff ? ['completed'] : ['finished'], {
    reported: true,
  });
}

/** A farmer can cancel or reschedule until so many hours before the session; the office at any time. */
export const minHoursToChange = 12;

/** `hoursLeft`: hours until the session begins. */
export function cancel(order: OrderState, role: ActingRole, hoursLeft: number): Change {
  checkAllowed('cancel', order.status, role);
  if (role === 'farmer' && hoursLeft < minHoursToChange) {
    throw new AppError(
      'TOO_LATE_TO_CANCEL',
      `An order can be cancelled up to ${minHoursToChange} hours before its session. Please call the office.`,
    );
  }
  // `refund_due` is written only if money was paid that no card takes back.
  return change('cancel', order, 'cancelled', ['cancelled', 'refund_due']);
}

/** Throws if the order cannot be rescheduled. `hoursLeft`: hours until its current session begins. */
export function checkReschedulable(order: OrderState, role: ActingRole, hoursLeft: number): void {
  checkAllowed('reschedule', order.status, role);
  if (role === 'farmer' && hoursLeft < minHoursToChange) {
    throw new AppError(
      'TOO_LATE_TO_RESCHEDULE',
      `An order can be moved up to ${minHoursToChange} hours before its session. Please call the office.`,
    );
  }
}

/** If the crew is not free at the new time, it is removed and the order becomes confirmed. */
export function reschedule(order: OrderState, role: ActingRole, moveTo: { date: string; sessionId: string }, isCrewFree: boolean): Change {
  checkAllowed('reschedule', order.status, role);
  const to = order.status === 'assigned' && !isCrewFree ? 'confirmed' : order.status;
  return change('reschedule', order, to, ['rescheduled'], { moveTo });
}

/** The office accepts a late report: the order is reported done, even if it was not started. */
export function acceptReport(order: OrderState, role: ActingRole): Change {
  checkAllowed('accept_report', order.status, role);
  if (order.reported) {
    const instead = 'You can set the late report aside.';
    throw new AppError('ACTION_NOT_ALLOWED', refusalDetail(order, actionWords.accept_report, instead));
  }
  return change('accept_report', order, order.signedOff ? 'completed' : 'in_progress', order.signedOff ? ['completed'] : ['finished'], {
    reported: true,
  });
}

/** A late report arrives or is set aside: the state of the order does not change; the history has an entry. */
export function noteOnReport(order: OrderState, action: 'late_report' | 'set_aside_report', events: EventType[]): Change {
  return change(action, order, order.status, events);
}

/** Work has begun although the weather says stop: with a reason, or without knowing it. The history has an entry; the state is that of the start. */
export function noteOnWeather(order: OrderState, action: 'weather_override' | 'weather_unaware'): Change {
  return change(action, { ...order, status: 'in_progress' }, 'in_progress', []);
}

/** A crew has been assigned in spite of a ban. The history has an entry; the state is that of the assignment. */
export function noteOnBan(order: OrderState): Change {
  return change('ban_override', { ...order, status: 'assigned' }, 'assigned', []);
}

/** The office decides about a difference between the area ordered and the area sprayed. `isRepriced`: the farmer is notified of the new price. */
export function adjust(order: OrderState, role: ActingRole, isRepriced: boolean): Change {
  checkAllowed('adjust', order.status, role);
  if (!order.reported) {
    const instead = 'You can decide once the crew has reported the work done.';
    throw new AppError('NOTHING_TO_DECIDE', refusalDetail(order, actionWords.adjust, instead));
  }
  return change('adjust', order, order.status, isRepriced ? ['price_adjusted'] : []);
}

/** Changes of area, crop, place or note leave the state as it is. */
export function edit(order: OrderState, role: ActingRole): Change {
  checkAllowed('edit', order.status, role);
  return change('edit', order, order.status, ['edited']);
}

export const bookableDaysAhead = 365;

export interface BookingTime {
  date: string;
  sessionStart: string;
  /** Date and time in the company's time zone. */
  now: { date: string; time: string };
  lastDate: string;
}

/** undefined: the date is today or later, and at most 365 days ahead. */
export function findDateError({ date, now, lastDate }: Omit<BookingTime, 'sessionStart'>): FieldError | undefined {
  if (date < now.date) return { path: 'date', message: `must be today (${now.date}) or later` };
  if (date > lastDate) return { path: 'date', message: `must be at most ${bookableDaysAhead} days ahead, so not after ${lastDate}` };
  return undefined;
}

/** Throws unless the date is today or later, at most 365 days ahead, and the session has not begun. */
export function checkBookable({ date, sessionStart, now, lastDate }: BookingTime): void {
  const error = findDateError({ date, now, lastDate });
  if (error !== undefined) throw new AppError('DATE_NOT_BOOKABLE', `The date ${error.message}.`, { errors: [error] });
  if (date === now.date && sessionStart <= now.time) {
    throw new AppError('SESSION_BEGUN', `The session at ${sessionStart.slice(0, 5)} has begun. Please choose a later one.`, {
      errors: [{ path: 'session.id', message: 'has begun already' }],
    });
  }
}
