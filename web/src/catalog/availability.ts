import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { addDays } from '../ui/dates.ts';
import { clockTime } from '../ui/format.ts';
import { dateFormat } from '../ui/intl.ts';

export interface Slot {
  date: string;
  session: Shape<'Session'>;
}

export type FreePlaces = Shape<'Availability'>;

export const daysInWeek = 7;
/** How far ahead the service takes bookings. */
export const bookableDays = 365;

/** Below the key of the orders: whatever changes an order may change what is free. */
export const availabilityKey = [...ordersKey, 'availability'] as const;

export const isSameSlot = (a: Slot | undefined, b: Slot | undefined): boolean =>
  a !== undefined && a.date === b?.date && a.session.id === b.session.id;

const places = (from: string, to: string, signal?: AbortSignal) =>
  read(
    api.GET('/api/common/availability', { params: { query: { from, to, pageable: { page: 0, size: 200 } } }, ...(signal && { signal }) }),
  );

/** Free places of the seven days from a date on. Others book, too, and not every booking of theirs is told to us: hence the interval. */
export function useWeekPlaces(from: string) {
  return useQuery({
    queryKey: [...availabilityKey, from],
    queryFn: ({ signal }) => places(from, addDays(from, daysInWeek - 1), signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 60_000,
  });
}

/** As many days as one answer of the service holds at the usual number of sessions. */
const daysToSearch = 30;

/** The first free places from a date on, soonest first. */
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

/** Whether a session has begun on the company's clock: a free place in it is none any more. */
export function hasBegun({ date, session }: Slot, timeZone: string, now = new Date()): boolean {
  // Swedes write dates and times as they sort.
  const wall = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  return `${date} ${clockTime(session.startTime)}` <= wall;
}
