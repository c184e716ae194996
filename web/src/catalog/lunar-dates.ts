import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { addDays } from '../ui/dates.ts';

export type LunarDate = Shape<'CalendarDay'>['lunar'];

/** Lunar dates by Gregorian date, for a number of days from a date on. They never change. */
export function useLunarDates(from: string, days = 1): Map<string, LunarDate> {
  const to = addDays(from, days - 1);
  const { data } = useQuery({
    queryKey: ['calendar', from, to],
    queryFn: ({ signal }) =>
      read(api.GET('/api/common/calendar', { params: { query: { from, to, pageable: { page: 0, size: 200 } } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return new Map((data?.content ?? []).map(({ date, lunar }) => [date, lunar]));
}
