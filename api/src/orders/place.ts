/** A session on a date; the table session_day counts the orders of each. */
export interface Place {
  date: string;
  sessionId: string;
}

/**
 * Sort key of places. Every transaction that locks several places (group commit of bookings, rescheduling, expired bookings) locks them
 * in this order, so that none deadlock. Ids are padded so that 9 sorts before 10.
 */
export const placeKey = ({ date, sessionId }: Place): string => `${date} ${sessionId.padStart(19, '0')}`;

export function comparePlaces(a: Place, b: Place): number {
  const [left, right] = [placeKey(a), placeKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
