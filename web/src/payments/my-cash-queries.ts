import { queryOptions } from '@tanstack/react-query';
import { read, type Shape, toQuery } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

/** How much someone took on a day, and how much they carry. */
export interface MyCash {
  date: string;
  currency: string;
  orders: number;
  amount: number;
  handedOver: number;
  outstanding: number;
  carried: number;
}

export interface CashEntry {
  id: number;
  orderId: number;
  farmer: string;
  location: string;
  amount: number;
  currency: string;
  at: string;
  handedOver: { at: string; by: { id: number; fullName: string } } | null;
}

interface CashEntries {
  content: CashEntry[];
  page: Shape<'Page'>;
}

async function ask<T>(path: string, query: Record<string, unknown>, signal: AbortSignal): Promise<T> {
  const answer = fetch(`${path}?${toQuery(query)}`, { signal }).then(async (response) => {
    const body: unknown = await response.json().catch(() => undefined);
    return response.ok ? { data: body as T, response } : { error: body, response };
  });
  return read(answer);
}

/** Nobody takes cash for a hundred orders in a day. */
const most = 100;

export const myCashQuery = (date: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'my-cash', date],
    queryFn: ({ signal }) => ask<MyCash>('/api/sprayer/cash', { date }, signal),
  });

export const myCashEntriesQuery = (date: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'my-cash', date, 'entries'],
    queryFn: ({ signal }) => ask<CashEntries>('/api/sprayer/cash/entry/', { date, page: 0, size: most }, signal),
  });
