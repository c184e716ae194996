import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import type { Language } from '../ui/language.tsx';
import type { ExportFormat } from '../ui/save-export.ts';

export type OrderPayment = Shape<'OrderPayment'>;
export const paymentFilters = ['unpaid', 'failed', 'refunded', 'paid'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

/** Below the key of the orders: a change of an order may change its payment status. */
export const paymentsKey = [...ordersKey, 'payments'] as const;

/** Filters of the page; dates are empty if not chosen. */
export interface PaymentSearch {
  status: PaymentFilter;
  from: string;
  to: string;
}

const queryOf = ({ status, from, to }: PaymentSearch) => ({ status: [status], from, to });

export function usePaymentTotal(asked: PaymentSearch) {
  return useQuery({
    queryKey: [...paymentsKey, 'total', asked],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/payment/total', { params: { query: queryOf(asked) }, signal })),
  });
}

export function loadPaymentExport(asked: PaymentSearch, language: Language, format: ExportFormat): Promise<Blob> {
  const options = { params: { query: { ...queryOf(asked), language } }, parseAs: 'blob' } as const;
  return format === 'csv'
    ? read(api.GET('/api/receptionist/payment.csv', options))
    : read(api.GET('/api/receptionist/payment.xlsx', options));
}

export function usePayments(asked: PaymentSearch) {
  return useInfiniteQuery({
    queryKey: [...paymentsKey, asked],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/receptionist/payment', {
          params: { query: { ...queryOf(asked), pageable: { page: pageParam, size: 50 } } },
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
