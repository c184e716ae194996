import type { Factor } from './spray-window-rules.ts';

/** A sensitive place near the field of an order. */
export interface NearPlace {
  distanceM: number;
  /** The larger one of the place and of the products. */
  bufferM: number;
}

/** What the products of an order, and what is near its field, require of its spray window. */
export interface OrderConditions {
  /** Hours without rain after the work that its products need; 0: their labels say nothing. */
  rainFastHours: number;
  /** The hives that matter most, if a product kills bees and hives are within `beesCautionM`. */
  hives: NearPlace | undefined;
  /** The nearest other sensitive place, if the field comes within its buffer. */
  place: NearPlace | undefined;
}

export const noConditions: OrderConditions = { rainFastHours: 0, hives: undefined, place: undefined };

/** Bees fly this far for food. */
export const beesCautionM = 3000;

const isInBuffer = ({ distanceM, bufferM }: NearPlace): boolean => distanceM <= bufferM;

/** Those within their buffer before others, nearer ones before farther ones. */
const isNearer = (one: NearPlace, other: NearPlace): boolean =>
  isInBuffer(one) === isInBuffer(other) ? one.distanceM < other.distanceM : isInBuffer(one);

export const worsePlace = (found: NearPlace | undefined, other: NearPlace): NearPlace =>
  found === undefined || isNearer(other, found) ? other : found;

/** Bees fly by day. Outside the day the factor is GO and shows how near the hives are. */
function judgeBees(hives: NearPlace, isByDay: boolean): Factor {
  const value = Math.round(hives.distanceM);
  const isNear = isInBuffer(hives);
  if (!isByDay) return { factor: 'bees', value, limit: null, verdict: 'GO' };
  return { factor: 'bees', value, limit: isNear ? hives.bufferM : beesCautionM, verdict: isNear ? 'STOP' : 'CAUTION' };
}

/** The factors of an order besides the weather. `isByDay`: the work overlaps the time from sunrise to sunset. */
export function conditionFactors({ hives, place }: OrderConditions, isByDay: boolean): Factor[] {
  return [
    ...(hives === undefined ? [] : [judgeBees(hives, isByDay)]),
    ...(place === undefined
      ? []
      : [{ factor: 'buffer', value: Math.round(place.distanceM), limit: place.bufferM, verdict: 'CAUTION' } as const]),
  ];
}
