import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { downloadPageFiles } from '../api/preload-page-files.ts';
import { useMe } from '../api/session.ts';
import { orderDroneQuery } from '../equipment/equipment-queries.ts';
import { orderFieldQuery } from '../fields/field-queries.ts';
import { downloadMap } from '../map/download-map.ts';
import { mixQuery } from '../mixes/mix-queries.ts';
import { orderPlacesQuery } from '../sensitive-places/place-queries.ts';
import { recordFormQuery } from '../spray-records/record-queries.ts';
import { addDays } from '../ui/dates.ts';
import { inIdlePeriods } from '../ui/idle.ts';
import { useIsOnline } from '../ui/online.ts';
import { jobWindowsQuery, sprayLimitsQuery } from '../weather/spray-windows.ts';
import { dayQuery, isOpen, type Job, jobQuery, noteQuery, transfersQuery, useToday } from './jobs.ts';
import { sendQueuedPhotos } from './photo-queue.ts';

const noJobs: readonly Job[] = [];

/** Prefetches today's and tomorrow's jobs, their pages and the map for use without a network. A component without content, so that the page does not render again for each answer. */
export function PrefetchJobs(): null {
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
  const { data: jobsOfToday = noJobs } = now;
  const { data: jobsOfTomorrow = noJobs } = next;
  useEffect(() => {
    const orderIds = [...jobsOfToday, ...jobsOfTomorrow].filter(({ order }) => isOpen(order)).map(({ order }) => order.id);
    return inIdlePeriods([
      ...[today, addDays(today, 1)].map((date) => () => queries.prefetchQuery(jobWindowsQuery(date))),
      () => queries.prefetchQuery(sprayLimitsQuery),
      () => queries.prefetchQuery(transfersQuery),
      ...orderIds.flatMap((id) => [
        () => queries.prefetchQuery(noteQuery(id)),
        () => queries.prefetchQuery(recordFormQuery(id)),
        () => queries.prefetchQuery(orderFieldQuery('sprayer', id)),
        () => queries.prefetchQuery(orderPlacesQuery('sprayer', id)),
        () => queries.prefetchQuery(mixQuery('sprayer', id)),
        () => queries.prefetchQuery(orderDroneQuery('sprayer', id)),
      ]),
    ]);
  }, [queries, today, jobsOfToday, jobsOfTomorrow]);
  usePrefetchOfflineFiles();
  const me = useMe();
  const online = useIsOnline();
  useEffect(() => {
    if (online) void sendQueuedPhotos(me.id);
  }, [online, me.id]);
  return null;
}

/** Prefetches the pages and the map for use without a network. On the job page the map itself loads only when it is visible. */
export function usePrefetchOfflineFiles(): void {
  useEffect(() => inIdlePeriods([...offlinePages.map((page) => () => downloadPageFiles(page)), downloadMap]), []);
}

/** Also what the crew enters at the start, and the dialog that asks for a reason under STOP. */
const offlinePages = ['JobPage', 'MyJobs', 'MeasuredFields', 'JudgeMeasured', 'StopForm', 'NotSprayedForm', 'SheetFrame'];
