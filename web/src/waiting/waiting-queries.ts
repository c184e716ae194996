import { queryOptions } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

export type MyEntry = Shape<'WaitingEntry'>;
export type OfficeEntry = Shape<'OfficeWaitingEntry'>;

/** Below the key of the orders: live updates refresh it, and an order changes what is free. */
export const waitingKey = [...ordersKey, 'waiting'] as const;

const refetchIntervalMs = 60_000;

export const myWaitingQuery = queryOptions({
  queryKey: [...waitingKey, 'mine'],
  queryFn: ({ signal }) => read(api.GET('/api/farmer/waiting-entry', { params: { query: { pageable: { page: 0, size: 20 } } }, signal })),
  refetchInterval: refetchIntervalMs,
});

export const officeWaitingQuery = queryOptions({
  queryKey: [...waitingKey, 'office'],
  queryFn: ({ signal }) =>
    read(api.GET('/api/receptionist/waiting-entry', { params: { query: { pageable: { page: 0, size: 200 } } }, signal })),
  refetchInterval: refetchIntervalMs,
});

export const waitingStepsQuery = (id: number) =>
  queryOptions({
    queryKey: [...waitingKey, 'steps', id],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/waiting-entry/{id}/step', {
          params: { path: { id }, query: { pageable: { page: 0, size: 50 } } },
          signal,
        }),
      ),
  });

export const isOpen = ({ status }: Pick<MyEntry, 'status'>): boolean => status === 'waiting' || status === 'offered';
