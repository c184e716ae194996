import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadPageFiles } from '../api/preload-page-files.ts';
import { fetchMap } from '../map/fetch-map.ts';
import { addDays } from '../ui/dates.ts';
import { onceIdle } from '../ui/idle.ts';
import { dayQuery, jobQuery, useToday } from './jobs.ts';

/** Prefetches today's and tomorrow's jobs, their pages and the map for use without a network. */
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
  useEffect(() => onceIdle(fetchForField), []);
}

function fetchForField(): void {
  preloadPageFiles('JobPage');
  preloadPageFiles('MyJobs');
  fetchMap();
}
