import type { Place } from '../orders/place.ts';
import { addDays, instantOf, wallTime } from '../platform/time/clock.ts';
import type { WaitingSetting } from './waiting.ts';
import { isQuiet, type OfferTimes, offerTimes } from './waiting-rules.ts';

export interface OfferTimeInput {
  place: Place & { startTime: string };
  now: Date;
  timeZone: string;
  setting: WaitingSetting;
  isByHand: boolean;
}

/** When an offer for a place is sent and ends, in the company's time zone; undefined: too late to make one. */
export function timesOfOffer({ place, now, timeZone, setting, isByHand }: OfferTimeInput): OfferTimes | undefined {
  const { offerMinutes, quietFrom, quietTo } = setting;
  const wall = wallTime(now, timeZone);
  const endsToday = wall.time < quietTo;
  const quietUntil = isQuiet(wall.time, quietFrom, quietTo)
    ? instantOf(endsToday ? wall.date : addDays(wall.date, 1), quietTo, timeZone)
    : undefined;
  return offerTimes({ now, start: instantOf(place.date, place.startTime, timeZone), offerMinutes, quietUntil, isByHand });
}
