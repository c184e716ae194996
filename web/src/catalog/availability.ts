import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { addDays } from '../ui/dates.ts';
import { clockTime } from '../ui/format-rules.ts';
import { dateFormat } from '../ui/intl.ts';
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

export function useNextFree(today: string) {
  return useQuery({
    queryKey: [...availabilityKey, 'next', today],
    queryFn: async ({ signal }) => (await freePlacesFrom(today, signal))[0] ?? null,
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
