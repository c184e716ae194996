import { queryOptions, useQuery } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { orderKey, ordersKey } from '../api/live.ts';
import { dateFormat } from '../ui/intl.ts';

export type Order = Shape<'Order'>;
export type Job = Shape<'SprayerJob'>;

export const isOpen = ({ orderStatus }: Order): boolean => orderStatus === 'assigned' || orderStatus === 'in_progress';

/** More than the number of jobs in a day. */
const maxJobs = 100;

export const dayQuery = (date: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'day', date],
    queryFn: ({ signal }) =>
      read(api.GET('/api/sprayer/day', { params: { query: { date, pageable: { page: 0, size: maxJobs } } }, signal })).then(
        ({ content }) => content,
      ),
  });

export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: [...orderKey(id), 'job'],
    queryFn: ({ signal }) => read(api.GET('/api/sprayer/order/{id}', { params: { path: { id } }, signal })),
  });

/** The note to the crew. */
export const noteQuery = (id: number) =>
  queryOptions({
    queryKey: [...orderKey(id), 'note'],
    queryFn: ({ signal }) => read(api.GET('/api/sprayer/order/{id}/note', { params: { path: { id } }, signal })),
  });

/** My open jobs whose farmer has reported a bank transfer. */
export const transfersQuery = queryOptions({
  queryKey: [...ordersKey, 'announced-transfers'],
  queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/sprayer/bank-transfer', { params: { query: { pageable } }, signal }))),
});

/** The transfer that the farmer of a job has reported; undefined: none. */
export const useAnnouncedTransfer = (orderId: number): Shape<'AnnouncedTransfer'> | undefined =>
  useQuery(transfersQuery).data?.find((transfer) => transfer.orderId === orderId);

/** The current date in the company's time zone, also offline, when the cached date may be of yesterday. */
export function useToday(): string {
  const { today, timeZone } = useCompany();
  const here = dateFormat('en-CA', { timeZone }).format(new Date());
  return here > today ? here : today;
}
