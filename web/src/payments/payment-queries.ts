import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';

export type OrderPayment = Shape<'OrderPayment'>;
export const paymentFilters = ['unpaid', 'failed', 'refunded', 'paid'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

/** Below the key of the orders: a change of an order may change its payment status. */
export const paymentsKey = [...ordersKey, 'payments'] as const;

export function usePayments(status: PaymentFilter) {
  return useInfiniteQuery({
    queryKey: [...paymentsKey, status],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/receptionist/payment', {
          params: { query: { status: [status], pageable: { page: pageParam, size: 50 } } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
  });
}

/** Ledger of an order, newest first. */
export function useLedger(orderId: number) {
  return useQuery({
    queryKey: [...orderKey(orderId), 'ledger'],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/order/{id}/payment', {
          params: { path: { id: orderId }, query: { pageable: { page: 0, size: 200 } } },
          signal,
        }),
      ),
  });
}
