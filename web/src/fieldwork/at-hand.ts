import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { addDays } from '../ui/dates.ts';
import { useIdle } from '../ui/idle.ts';
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
  const idle = useIdle();
  useEffect(() => {
    if (idle) void fetchPages().catch(() => undefined);
  }, [idle]);
}

/** The pages themselves are files, too. One after the other, so that a phone can do something else in between. */
async function fetchPages(): Promise<void> {
  await import('../map/leaflet-map.tsx');
  await import('./job.tsx');
  await import('./my-jobs.tsx');
}
