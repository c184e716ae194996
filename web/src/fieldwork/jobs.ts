import { queryOptions } from '@tanstack/react-query';
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

/** The current date in the company's time zone, also offline, when the cached date may be of yesterday. */
export function useToday(): string {
  const { today, timeZone } = useCompany();
  const here = dateFormat('en-CA', { timeZone }).format(new Date());
  return here > today ? here : today;
}
