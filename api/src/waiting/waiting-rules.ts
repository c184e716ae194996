import type { FieldError } from '../errors.ts';

/** Reasons why an entry was passed over when a place became free. */
export const skipReasons = [
  'has_offer',
  'declined_before',
  'not_answered_before',
  'area_too_large',
  'too_late',
  'farmer_deactivated',
  'crop_withdrawn',
  'booking_limit',
  'rebooked',
  'taken',
  'by_hand',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** An offer of the service ends at least this long before the session. */
export const noticeHours = 12;
/** A shorter offer is not made. */
export const minOfferMinutes = 10;
export const maxRangeDays = 31;

const minuteMs = 60_000;

export interface OfferTimes {
  sendAt: Date;
  expiresAt: Date;
}

export interface OfferTimesInput {
  now: Date;
  /** Begin of the session. */
  start: Date;
  offerMinutes: number;
  /** End of the quiet hours if `now` is in them. */
  quietUntil: Date | undefined;
  /** The office may send an offer at any time, for any session that has not begun. */
  isByHand: boolean;
}

/** When an offer is sent and ends; undefined: too late to make one. */
export function offerTimes({ now, start, offerMinutes, quietUntil, isByHand }: OfferTimesInput): OfferTimes | undefined {
  const sendAt = isByHand ? now : (quietUntil ?? now);
  const latest = start.getTime() - (isByHand ? 0 : noticeHours * 60 * minuteMs);
  const expiresAt = new Date(Math.min(sendAt.getTime() + offerMinutes * minuteMs, latest));
  const shortest = isByHand ? 1 : minOfferMinutes * minuteMs;
  return expiresAt.getTime() - sendAt.getTime() < shortest ? undefined : { sendAt, expiresAt };
}

/** Times as HH:mm:ss; the range may include midnight. Equal times: there are no quiet hours. */
export function isQuiet(time: string, from: string, to: string): boolean {
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

/** An entry in line for a place. */
export interface Candidate {
  entryId: string;
  farmerId: string;
  area: string;
  hasOffer: boolean;
  /** How an earlier offer of this place to this entry ended. */
  earlierOffer: string | null;
  isFarmerActive: boolean;
  isCropActive: boolean;
  fitsArea: boolean;
  isAtBookingLimit: boolean;
}

/** `isEmptied`: the office has moved the orders of this session away. undefined: the entry gets the offer. */
export function skipReason(candidate: Candidate, isInTime: boolean, isEmptied: boolean): SkipReason | undefined {
  if (!isInTime) return 'too_late';
  if (isEmptied) return 'rebooked';
  if (candidate.hasOffer) return 'has_offer';
  if (candidate.earlierOffer === 'declined') return 'declined_before';
  if (candidate.earlierOffer === 'expired') return 'not_answered_before';
  if (!candidate.isFarmerActive) return 'farmer_deactivated';
  if (!candidate.isCropActive) return 'crop_withdrawn';
  if (!candidate.fitsArea) return 'area_too_large';
  if (candidate.isAtBookingLimit) return 'booking_limit';
  return undefined;
}

/** Errors unless the range begins today or later, is in order, short enough, and within the bookable days. */
export function findRangeErrors(
  { from, to }: { from: string; to: string },
  limits: { today: string; lastDate: string; longest: string },
): FieldError[] {
  const errors: FieldError[] = [];
  if (from < limits.today) errors.push({ path: 'from', message: `must be today (${limits.today}) or later` });
  if (to < from) errors.push({ path: 'to', message: 'must not be before from' });
  else if (to > limits.longest) errors.push({ path: 'to', message: `must be at most ${maxRangeDays - 1} days after from` });
  else if (to > limits.lastDate) errors.push({ path: 'to', message: `must be ${limits.lastDate} or earlier` });
  return errors;
}
