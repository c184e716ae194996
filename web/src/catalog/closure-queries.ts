import { queryOptions, useQuery } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

export type ClosedDays = Shape<'ClosedDays'>;
export type Closure = Shape<'Closure'>;

/** Below the key of the orders: a closure changes the availability and the to-do list, and moving an order changes a closure's count. */
export const closuresKey = [...ordersKey, 'closures'] as const;

/** All closures that have not ended. There are few, so every table shares one query. */
export function useClosures() {
  return useQuery({
    queryKey: [...closuresKey, 'public'],
    queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/common/closure', { params: { query: { pageable } }, signal }))),
    refetchInterval: 60_000,
  });
}

export const officeClosuresQuery = queryOptions({
  queryKey: [...closuresKey, 'office'],
  queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/receptionist/closure', { params: { query: { pageable } }, signal }))),
});
