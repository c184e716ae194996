import { useNetwork } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadPageFiles } from '../api/preload-page-files.ts';
import { useMe } from '../api/session.ts';
import { orderDroneQuery } from '../equipment/equipment-queries.ts';
import { orderFieldQuery } from '../fields/field-queries.ts';
import { fetchMap } from '../map/fetch-map.ts';
import { mixQuery } from '../mixes/mix-queries.ts';
import { orderPlacesQuery } from '../sensitive-places/place-queries.ts';
import { recordFormQuery } from '../spray-records/record-queries.ts';
import { addDays } from '../ui/dates.ts';
import { onceIdle } from '../ui/idle.ts';
import { jobWindowsQuery } from '../weather/spray-windows.ts';
import { dayQuery, isOpen, jobQuery, noteQuery, useToday } from './jobs.ts';
import { sendQueuedPhotos } from './photo-queue.ts';

/** Prefetches today's and tomorrow's jobs, their pages and the map for use without a network. */
export function usePrefetchJobs(): void {
  const queries = useQueryClient();
  const today = useToday();
  const now = useQuery(dayQuery(today));
  const next = useQuery(dayQuery(addDays(today, 1)));
  useEffect(() => {
    for (const { data = [], dataUpdatedAt: updatedAt } of [now, next]) {
      for (const { order } of data) {
        const { queryKey } = jobQuery(order.id);
        if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < updatedAt) queries.setQueryData(queryKey, order, { updatedAt });
        if (!isOpen(order)) continue;
        void queries.prefetchQuery(noteQuery(order.id));
        void queries.prefetchQuery(recordFormQuery(order.id));
        void queries.prefetchQuery(orderFieldQuery('sprayer', order.id));
        void queries.prefetchQuery(orderPlacesQuery('sprayer', order.id));
        void queries.prefetchQuery(mixQuery('sprayer', order.id));
        void queries.prefetchQuery(orderDroneQuery('sprayer', order.id));
      }
    }
  }, [queries, now, next]);
  useEffect(() => {
    for (const date of [today, addDays(today, 1)]) void queries.prefetchQuery(jobWindowsQuery(date));
  }, [queries, today]);
  usePrefetchOfflineFiles();
  const me = useMe();
  const { online } = useNetwork();
  useEffect(() => {
    if (online) void sendQueuedPhotos(me.id);
  }, [online, me.id]);
}

/** Prefetches the pages and the map for use without a network. On the job page the map itself loads only when it is visible. */
export function usePrefetchOfflineFiles(): void {
  useEffect(() => onceIdle(prefetchOfflineFiles), []);
}

function prefetchOfflineFiles(): void {
  preloadPageFiles('JobPage');
  preloadPageFiles('MyJobs');
  // The dialog that asks for a reason under STOP.
  void import('../ui/sheet-frame.tsx').catch(() => undefined);
  fetchMap();
}
