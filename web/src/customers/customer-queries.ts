import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import { ordersKey } from '../api/live.ts';

export type Customer = Shape<'Customer'>;

/** Below the key of the orders: they change the amounts due and the messages. */
export const customersKey = [...ordersKey, 'customers'] as const;

export function useCustomers(search: string, size = 30) {
  return useInfiniteQuery({
    queryKey: [...customersKey, 'list', search, size],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/receptionist/customer', {
          params: { query: { ...(search === '' ? {} : { search }), pageable: { page: pageParam, size } } },
          signal,
        }),
      ),
    ...pageParams,
    placeholderData: keepPreviousData,
  });
}

export function useCustomer(id: number) {
  return useQuery({
    queryKey: [...customersKey, 'one', id],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/customer/{id}', { params: { path: { id } }, signal })),
  });
}

export function useCustomerOrders(id: number) {
  return useQuery({
    queryKey: [...customersKey, 'orders', id],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/order', { params: { query: { farmerId: id, pageable: { page: 0, size: 5 } } }, signal })),
  });
}

export function useCustomerNotes(id: number) {
  return useInfiniteQuery({
    queryKey: [...customersKey, 'notes', id],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/receptionist/customer/{id}/note', {
          params: { path: { id }, query: { pageable: { page: pageParam, size: 5 } } },
          signal,
        }),
      ),
    ...pageParams,
  });
}

export function useCustomerMessages(id: number) {
  return useInfiniteQuery({
    queryKey: [...customersKey, 'messages', id],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/receptionist/customer/{id}/message', {
          params: { path: { id }, query: { pageable: { page: pageParam, size: 5 } } },
          signal,
        }),
      ),
    ...pageParams,
  });
}
