import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';

export const cashKey = ['cash'] as const;

/** Who collected what on a day. */
export function useCollected(date: string) {
  return useQuery({
    queryKey: [...cashKey, date],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/cash', { params: { query: { date, pageable: { page: 0, size: 200 } } }, signal })),
    // Crews collect while the page is open, and what they take is not told to the office one by one.
    refetchInterval: 60_000,
  });
}

/** What someone collected on a day, entry by entry. */
export function useCashOf(userId: number, date: string, enabled: boolean) {
  return useQuery({
    queryKey: [...cashKey, date, userId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/cash/{userId}', {
          params: { path: { userId }, query: { date, pageable: { page: 0, size: 200 } } },
          signal,
        }),
      ),
    enabled,
  });
}
