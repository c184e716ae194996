import { useQuery } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { read, type Shape, toQuery } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { ifMatch, readVersioned, type Versioned } from '../api/versions.ts';

type Order = Shape<'Order'>;

/** Why an order needs someone of the office, most urgent first. */
export const attentionReasons = ['unassigned_soon', 'overdue', 'objection', 'waiting', 'payment_failed', 'sign_off_due'] as const;
export type AttentionReason = (typeof attentionReasons)[number];

export interface AttentionItem {
  reason: AttentionReason;
  since: string;
  order: Order;
}

interface AttentionCount {
  total: number;
  byReason: Record<AttentionReason, number>;
}

export interface Objection {
  id: number;
  timestamp: string;
  text: string;
  resolvedAt: string | null;
  resolvedBy: string | null;
  answer: string | null;
}

interface PageOf<T> {
  content: T[];
  page: Shape<'Page'>;
}

async function ask<T>(path: string, init: RequestInit): Promise<{ data?: T; error?: unknown; response: Response }> {
  const response = await fetch(path, init);
  const body: unknown = await response.json().catch(() => undefined);
  return response.ok ? { data: body as T, response } : { error: body, response };
}

export function useAttentionCount() {
  return useQuery({
    queryKey: [...ordersKey, 'attention', 'count'],
    queryFn: ({ signal }) => read(ask<AttentionCount>('/api/receptionist/inbox/count', { signal })),
    // Some of it comes about by time alone.
    refetchInterval: 5 * 60_000,
  });
}

export function useAttention() {
  return useQuery({
    queryKey: [...ordersKey, 'attention', 'list'],
    queryFn: ({ signal }) =>
      allPages((pageable) => read(ask<PageOf<AttentionItem>>(`/api/receptionist/inbox/?${toQuery({ pageable })}`, { signal }))),
    refetchInterval: 5 * 60_000,
  });
}

export function useObjections(id: number, wanted: boolean) {
  return useQuery({
    queryKey: [...orderKey(id), 'objections', 'office'],
    queryFn: ({ signal }) => read(ask<PageOf<Objection>>(`/api/receptionist/order/${id}/objection/`, { signal })),
    enabled: wanted,
  });
}

export const settleObjection = (id: number, text: string, tag: string | null, once: string): Promise<Versioned<Order>> =>
  readVersioned(
    ask<Order>(`/api/receptionist/order/${id}/objection/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Idempotency-Key': once, ...ifMatch(tag) },
      body: JSON.stringify({ text }),
    }),
  );
