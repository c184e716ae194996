import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

/** Number of orders in STOP weather that a rebooking takes, on a date or on all days of the setting. */
export const stoppedCountQuery = (date: string | undefined) =>
  queryOptions({
    queryKey: [...ordersKey, 'stopped', date],
    queryFn: async ({ signal }) => {
      const query = date === undefined ? {} : { date };
      return (await read(api.GET('/api/receptionist/stopped-order/count', { params: { query }, signal }))).stopped;
    },
  });
