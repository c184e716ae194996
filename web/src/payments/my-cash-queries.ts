import { queryOptions } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

export type MyCash = Shape<'MyCash'>;
export type CashEntry = Shape<'CashEntry'>;

/** More than the number of cash payments in a day. */
const most = 100;

export const myCashQuery = (date: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'my-cash', date],
    queryFn: ({ signal }) => read(api.GET('/api/sprayer/cash', { params: { query: { date } }, signal })),
  });

export const myCashEntriesQuery = (date: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'my-cash', date, 'entries'],
    queryFn: ({ signal }) =>
      read(api.GET('/api/sprayer/cash/entry', { params: { query: { date, pageable: { page: 0, size: most } } }, signal })),
  });
