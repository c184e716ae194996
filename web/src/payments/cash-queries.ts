import { useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';

export const cashKey = ['cash'] as const;

/** Cash of a day by collector. */
export function useCollected(date: string) {
  return useQuery({
    queryKey: [...cashKey, date],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/cash', { params: { query: { date, pageable: { page: 0, size: 200 } } }, signal })),
    // Polled: crews collect cash while the page is open, and the office receives no event for it.
    refetchInterval: 60_000,
  });
}

/** Cash of a day by all users together. */
export function useCashTotal(date: string) {
  return useQuery({
    queryKey: [...cashKey, date, 'total'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/cash/total', { params: { query: { date } }, signal })),
    refetchInterval: 60_000,
  });
}

/** Cash refunds by a user on a day. */
export function useCashRefunds(userId: number, date: string) {
  return useQuery({
    queryKey: [...cashKey, date, userId, 'refunds'],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/cash/{userId}/refund', {
          params: { path: { userId }, query: { date, pageable: { page: 0, size: 200 } } },
          signal,
        }),
      ),
  });
}

/** Cash entries of a collector on a day. */
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
