import type { Shape } from '../api/client.ts';
import { daysBetween } from '../ui/dates.ts';
import { dateFormat } from '../ui/intl.ts';

type FarmerOrder = Shape<'FarmerOrder'>;

/** Actions that the farmer can do with one click. */
export type FarmerAction = 'confirm' | 'pay' | 'sign_off' | 'rate';

export type Situation =
  | 'to_confirm'
  | 'to_pay'
  | 'pay_again'
  | 'finding_crew'
  | 'crew_comes'
  | 'cash_ready'
  | 'missed'
  | 'at_work'
  | 'to_sign_off'
  | 'objected'
  | 'waiting_for_report'
  | 'to_pay_after'
  | 'cash_due'
  | 'to_rate'
  | 'done'
  | 'cancelled';

export interface NextStep {
  situation: Situation;
  action: FarmerAction | null;
}

/** Data that the order itself does not contain. */
export interface WorkFacts {
  reported: boolean;
  signedOff: boolean;
  objected: boolean;
}

/** A rating is requested only for this many days; the order page accepts one later. */
export const daysToAskForRating = 7;

type Facts = Pick<FarmerOrder, 'date' | 'orderStatus' | 'paymentStatus' | 'paymentMethod' | 'cost' | 'completionDate'>;

export const owes = ({ cost, paymentStatus, orderStatus }: Pick<FarmerOrder, 'cost' | 'paymentStatus' | 'orderStatus'>): boolean =>
  cost > 0 && paymentStatus !== 'paid' && orderStatus !== 'cancelled';

/** `takesCards`: the company has a payment provider. */
export const canPayByCard = (
  order: Pick<FarmerOrder, 'cost' | 'paymentStatus' | 'orderStatus' | 'paymentMethod'>,
  takesCards: boolean,
): boolean => takesCards && owes(order) && order.paymentMethod !== 'cash';

const owesCash = (order: Facts): boolean => owes(order) && order.paymentMethod === 'cash';

/** Decides the farmer's next step; the only place with this rule. */
export function nextStep(order: Facts, work: WorkFacts, rated: boolean, today: string, takesCards: boolean): NextStep {
  switch (order.orderStatus) {
    case 'cancelled':
      return { situation: 'cancelled', action: null };
    case 'pending':
      return { situation: 'to_confirm', action: 'confirm' };
    case 'confirmed':
    case 'assigned':
      return beforeWork(order, today, takesCards);
    case 'in_progress':
      return duringWork(order, work, takesCards);
    case 'completed':
      return work.objected ? { situation: 'objected', action: null } : afterWork(order, rated, today, takesCards);
  }
}

function beforeWork(order: Facts, today: string, takesCards: boolean): NextStep {
  if (order.date < today) return { situation: 'missed', action: null };
  if (canPayByCard(order, takesCards)) return { situation: order.paymentStatus === 'failed' ? 'pay_again' : 'to_pay', action: 'pay' };
  if (order.orderStatus === 'confirmed') return { situation: 'finding_crew', action: null };
  return { situation: owesCash(order) ? 'cash_ready' : 'crew_comes', action: null };
}

function duringWork(order: Facts, { reported, signedOff, objected }: WorkFacts, takesCards: boolean): NextStep {
  if (objected && !signedOff) return { situation: 'objected', action: null };
  if (reported && !signedOff) return { situation: 'to_sign_off', action: 'sign_off' };
  if (canPayByCard(order, takesCards)) return { situation: order.paymentStatus === 'failed' ? 'pay_again' : 'to_pay_after', action: 'pay' };
  return { situation: signedOff ? 'waiting_for_report' : 'at_work', action: null };
}

function afterWork(order: Facts, rated: boolean, today: string, takesCards: boolean): NextStep {
  if (canPayByCard(order, takesCards)) return { situation: order.paymentStatus === 'failed' ? 'pay_again' : 'to_pay_after', action: 'pay' };
  if (owesCash(order)) return { situation: 'cash_due', action: null };
  if (!rated && daysBetween(order.completionDate ?? order.date, today) <= daysToAskForRating)
    return { situation: 'to_rate', action: 'rate' };
  return { situation: 'done', action: null };
}

/** Limit in hours before the spray for cancelling and rescheduling by the farmer; later only the office can. */
export const hoursToChange = 12;

type Timed = Pick<FarmerOrder, 'date' | 'session' | 'orderStatus'>;

export type Cancelling = 'free' | 'too_late' | 'never';

export function cancelling({ date, session, orderStatus }: Timed, timeZone: string, now: Date): Cancelling {
  if (orderStatus !== 'pending' && orderStatus !== 'confirmed' && orderStatus !== 'assigned') return 'never';
  const left = startOf(date, session.startTime, timeZone) - now.getTime();
  return left >= hoursToChange * 3_600_000 ? 'free' : 'too_late';
}

/** Whether the farmer may reschedule: no crew assigned, and within the time limit of cancelling. */
export const canReschedule = (order: Timed, timeZone: string, now: Date): boolean =>
  (order.orderStatus === 'pending' || order.orderStatus === 'confirmed') && cancelling(order, timeZone, now) === 'free';

/** The UTC time of a date and time in the company's time zone. */
export function startOf(date: string, { hour, minute }: Pick<Shape<'LocalTime'>, 'hour' | 'minute'>, timeZone: string): number {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * 60_000;
  const shown = dateFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const offsetAt = (moment: number) => {
    const parts = Object.fromEntries(shown.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour: h = 0, minute: m = 0 } = parts;
    return Date.UTC(year, month - 1, day, h, m) - moment;
  };
  // The second pass corrects the offset on days with a clock change.
  const first = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(first);
}

/** The earliest spray that is not over; otherwise the newest one with an open step. */
export function mostPressing(
  open: readonly FarmerOrder[],
  closed: readonly FarmerOrder[],
  isRated: (id: number) => boolean,
  today: string,
  takesCards: boolean,
): FarmerOrder | undefined {
  return inOrder(open)[0] ?? closed.find((order) => nextStep(order, nothingKnown, isRated(order.id), today, takesCards).action !== null);
}

export const nothingKnown: WorkFacts = { reported: false, signedOff: false, objected: false };

/** Sorted by date and start time. */
export function inOrder<T extends Pick<FarmerOrder, 'date' | 'session' | 'id'>>(orders: readonly T[]): T[] {
  const minutes = ({ session: { startTime } }: T) => startTime.hour * 60 + startTime.minute;
  return [...orders].sort((a, b) => a.date.localeCompare(b.date) || minutes(a) - minutes(b) || a.id - b.id);
}
