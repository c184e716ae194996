import { queryOptions, useQuery } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { api, read, type Shape } from '../../api/client.ts';
import { orderKey, ordersKey } from '../../api/live.ts';
import { ifMatch, readVersioned, type Versioned } from '../../api/versions.ts';

type Order = Shape<'Order'>;

export type AttentionItem = Shape<'OfficeInboxItem'>;
export type AttentionReason = AttentionItem['reason'];
export type Objection = Shape<'Objection'>;

/** Reasons why an order needs the office, most urgent first. */
export const attentionReasons: readonly AttentionReason[] = [
  'unassigned_soon',
  'not_sprayed',
  'overdue',
  'objection',
  'session_closed',
  'crew_absent',
  'weather_stop',
  'disputed_report',
  'area_difference',
  'waiting',
  'payment_failed',
  'transfer_reported',
  'refund_due',
  'payment_stuck',
  'sign_off_due',
  'message_failed',
];

// Polled: some reasons arise by time alone, without an event.
const refetchInterval = 5 * 60_000;

export const attentionCountQuery = queryOptions({
  queryKey: [...ordersKey, 'attention', 'count'],
  queryFn: ({ signal }) => read(api.GET('/api/receptionist/inbox/count', { signal })),
});

export const useAttentionCount = () => useQuery({ ...attentionCountQuery, refetchInterval });

export function useAttention() {
  return useQuery({
    queryKey: [...ordersKey, 'attention', 'list'],
    queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/receptionist/inbox', { params: { query: { pageable } }, signal }))),
    refetchInterval,
  });
}

export function useObjections(id: number, enabled: boolean) {
  return useQuery({
    queryKey: [...orderKey(id), 'objections', 'office'],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/order/{id}/objection', { params: { path: { id } }, signal })),
    enabled,
  });
}

export const settleObjection = (
  id: number,
  answer: Shape<'ObjectionAnswer'>,
  tag: string | null,
  idempotencyKey: string,
): Promise<Versioned<Order>> =>
  readVersioned(
    api.POST('/api/receptionist/order/{id}/objection/resolve', {
      params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey, ...ifMatch(tag) } },
      body: answer,
    }),
  );
