/** What is counted in session_day: a session on a date. */
export interface Place {
  date: string;
  sessionId: string;
}

/**
 * The order in which places are locked, by every transaction that locks more than one: bookings that share a commit, moves,
 * expired bookings. Ids are padded, because 10 comes after 9.
 */
export const placeKey = ({ date, sessionId }: Place): string => `${date} ${sessionId.padStart(19, '0')}`;

export function comparePlaces(a: Place, b: Place): number {
  const [left, right] = [placeKey(a), placeKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
