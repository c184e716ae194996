import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { isOffice, useMe } from '../api/session.ts';
import { addDays } from '../ui/dates.ts';
import { clockTime } from '../ui/format-rules.ts';
import type { Place } from '../weather/spray-windows.ts';
import { availabilityKey } from './availability.ts';
import { daysInWeek } from './availability-rules.ts';

/** How well a free time suits the ways of the crews. Only the office gets the distance. */
export interface Advice extends Pick<Shape<'BookingAdvice'>, 'date' | 'session' | 'isBest'> {
  extraMetres?: number | null;
}

/** Advice for a place, for seven days. A table of times works without it. */
export function useBookingAdvice(place: Place | undefined, from: string) {
  const asOffice = isOffice(useMe());
  const [latitude, longitude] = [place?.latitude ?? 0, place?.longitude ?? 0];
  const to = addDays(from, daysInWeek - 1);
  return useQuery({
    queryKey: [...availabilityKey, 'advice', asOffice, latitude, longitude, from],
    queryFn: ({ signal }): Promise<Advice[]> =>
      allPages<Advice>((pageable) => {
        const asked = { params: { query: { from, to, latitude, longitude, pageable } }, signal };
        return asOffice ? read(api.GET('/api/receptionist/booking-advice', asked)) : read(api.GET('/api/farmer/booking-advice', asked));
      }),
    enabled: place !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The best time: the office's shortest extra way, or the earliest of a farmer's best times. */
export function bestOf(advice: readonly Advice[]): Advice | undefined {
  const start = ({ date, session }: Advice) => `${date} ${clockTime(session.startTime)}`;
  return advice
    .filter(({ isBest }) => isBest)
    .sort((a, b) => (a.extraMetres ?? 0) - (b.extraMetres ?? 0) || (start(a) < start(b) ? -1 : 1))[0];
}
