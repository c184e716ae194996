import { queryOptions, useQuery } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

export type Rebooking = Shape<'Rebooking'>;
export type RebookingRow = Shape<'RebookingRow'>;

/** Below the key of the orders: an answer of a farmer changes an order. */
export const rebookingKey = [...ordersKey, 'rebooking'] as const;

export function useRebookings() {
  return useQuery({
    queryKey: [...rebookingKey, 'list'],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/rebooking', { params: { query: { pageable: { page: 0, size: 50 } } }, signal })),
  });
}

export function useRebooking(id: number) {
  return useQuery({
    queryKey: [...rebookingKey, 'one', id],
    queryFn: async ({ signal }) => {
      const [rebooking, rows] = await Promise.all([
        read(api.GET('/api/receptionist/rebooking/{id}', { params: { path: { id } }, signal })),
        allPages((pageable) =>
          read(api.GET('/api/receptionist/rebooking/{id}/row', { params: { path: { id }, query: { pageable } }, signal })),
        ),
      ]);
      return { rebooking, rows };
    },
  });
}

export const choicesQuery = (id: number, orderId: number) =>
  queryOptions({
    queryKey: [...rebookingKey, 'choices', id, orderId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/rebooking/{id}/row/{orderId}/choice', {
          params: { path: { id, orderId }, query: { pageable: { page: 0, size: 200 } } },
          signal,
        }),
      ),
  });

export const useChoices = (id: number, orderId: number) => useQuery(choicesQuery(id, orderId));
