import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { addDays } from '../ui/dates.ts';
import { clockTime } from '../ui/format-rules.ts';
import { dateFormat } from '../ui/intl.ts';
import { cellText, type Place, sprayableOf } from '../weather/spray-windows.ts';
import { daysInWeek } from './availability-rules.ts';

export interface Slot {
  date: string;
  session: Shape<'Session'>;
}

export type FreePlaces = Shape<'Availability'>;

/** The service accepts bookings this many days ahead. */
export const bookableDays = 365;

/** Below the key of the orders: a change of an order may change the availability. */
export const availabilityKey = [...ordersKey, 'availability'] as const;

export const isSameSlot = (a: Slot | undefined, b: Slot | undefined): boolean =>
  a !== undefined && a.date === b?.date && a.session.id === b.session.id;

const places = (from: string, to: string, signal?: AbortSignal) =>
  read(
    api.GET('/api/common/availability', { params: { query: { from, to, pageable: { page: 0, size: 200 } } }, ...(signal && { signal }) }),
  );

/** Free places of seven days. It polls, because bookings of other users send no live event to this user. */
export function useWeekPlaces(from: string) {
  return useQuery({
    queryKey: [...availabilityKey, from],
    queryFn: ({ signal }) => places(from, addDays(from, daysInWeek - 1), signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 60_000,
  });
}

/** As many days as fit into one response with the default number of sessions. */
const daysToSearch = 30;

/** The first free places from a date on, earliest first. */
export async function freePlacesFrom(date: string, signal?: AbortSignal): Promise<FreePlaces[]> {
  const { content } = await places(date, addDays(date, daysToSearch), signal);
  const start = ({ date, session }: FreePlaces) => `${date} ${clockTime(session.startTime)}`;
  return content.filter(({ free }) => free > 0).sort((a, b) => (start(a) < start(b) ? -1 : 1));
}

/** The first places from a date on that are free, and at which the forecast does not stop work at the place. */
export async function bookablePlacesFrom(date: string, place: Place | undefined, signal?: AbortSignal): Promise<FreePlaces[]> {
  const free = await freePlacesFrom(date, signal);
  return place === undefined ? free : sprayableOf(free, place, date, signal);
}

/** All of them, so that a time that was proposed before the place was known can be judged. */
export function useBookablePlaces(today: string, place: Place | undefined) {
  const cell = place && cellText(place);
  return useQuery({
    queryKey: [...availabilityKey, 'next', today, cell],
    queryFn: ({ signal }) => bookablePlacesFrom(today, place, signal),
    staleTime: 5_000,
    refetchInterval: 60_000,
  });
}

/** Whether a session has begun in the company's time zone; its places can no longer be booked. */
export function hasBegun({ date, session }: Slot, timeZone: string, now = new Date()): boolean {
  // The Swedish locale formats dates as YYYY-MM-DD, which can be compared as text.
  const wall = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  return `${date} ${clockTime(session.startTime)}` <= wall;
}
