import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addDays } from '../ui/dates.ts';
import { dayQuery, jobQuery, useToday } from './jobs.ts';

/** Fetches today's and tomorrow's jobs, each with its page, while there is a network: the field may have none. */
export function useJobsAtHand(): void {
  const queries = useQueryClient();
  const today = useToday();
  const now = useQuery(dayQuery(today));
  const next = useQuery(dayQuery(addDays(today, 1)));
  useEffect(() => {
    for (const { data = [], dataUpdatedAt: updatedAt } of [now, next]) {
      for (const { order } of data) {
        const { queryKey } = jobQuery(order.id);
        if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < updatedAt) queries.setQueryData(queryKey, order, { updatedAt });
      }
    }
  }, [queries, now, next]);
  useEffect(() => {
    // The pages themselves are files, too.
    const later = setTimeout(() => {
      void Promise.all([import('./job.tsx'), import('../map/leaflet-map.tsx'), import('./my-jobs.tsx')]).catch(() => undefined);
    }, 1500);
    return () => clearTimeout(later);
  }, []);
}
