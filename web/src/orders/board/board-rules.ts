import type { Shape } from '../../api/client.ts';
import { dateFormat } from '../../ui/intl.ts';

type Order = Shape<'Order'>;
type Session = Shape<'Session'>;
type Availability = Shape<'Availability'>;
type SprayerWeek = Shape<'SprayerWeek'>;

const minutes = ({ startTime }: Session): number => startTime.hour * 60 + startTime.minute;

/** Sessions of the day, morning and afternoon; includes inactive sessions that still have orders. */
export function halves(places: readonly Availability[], orders: readonly Order[]): Session[][] {
  const byId = new Map<number, Session>();
  for (const { session } of [...orders, ...places]) byId.set(session.id, session);
  const sessions = [...byId.values()].sort((one, other) => minutes(one) - minutes(other) || one.id - other.id);
  const noon = 12 * 60;
  return [sessions.filter((session) => minutes(session) < noon), sessions.filter((session) => minutes(session) >= noon)].filter(
    (half) => half.length > 0,
  );
}

export const cellKey = (date: string, sessionId: number): string => `${date}/${sessionId}`;

/** Orders by board cell, in booking order. */
export function byCell<T extends { date: string; session: Session }>(items: readonly T[]): Map<string, T[]> {
  const cells = new Map<string, T[]>();
  for (const item of items) {
    const key = cellKey(item.date, item.session.id);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [item]);
    else cell.push(item);
  }
  return cells;
}

/** By day, session and booking: the order in which the board shows them. */
export function inScreenOrder(orders: readonly Order[]): Order[] {
  return [...orders].sort(
    (one, other) =>
      (one.date < other.date ? -1 : one.date > other.date ? 1 : minutes(one.session) - minutes(other.session)) || one.id - other.id,
  );
}

/** The crew of each order, from the sprayers' weeks. */
export function crewByOrder(weeks: readonly SprayerWeek[]): Map<number, Shape<'User'>[]> {
  const crews = new Map<number, Shape<'User'>[]>();
  for (const { sprayer, days } of weeks)
    for (const { orders } of days) for (const { id } of orders) crews.set(id, [...(crews.get(id) ?? []), sprayer]);
  return crews;
}

export const movable = ({ orderStatus }: Order): boolean => ['pending', 'confirmed', 'assigned'].includes(orderStatus);

/** Current date and time (HH:mm) in the company's time zone. */
export function companyNow(timeZone: string, now = new Date()): string {
  const parts = dateFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

export const hasBegun = (date: string, { startTime: { hour, minute } }: Session, now: string): boolean =>
  `${date}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` <= now;
