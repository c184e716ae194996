import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { allPages, type Progress } from '../../api/all-pages.ts';
import { api, read, type Shape } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { addDays, mondayOf } from '../../ui/dates.ts';
import { type OrderSprayWindow, officeWindows } from '../../weather/spray-windows.ts';

export interface Week {
  orders: Shape<'Order'>[];
  places: Shape<'Availability'>[];
  sprayers: Shape<'SprayerWeek'>[];
  /** Of the orders. Empty without forecasts; absent in data that an earlier version kept. */
  windows?: OrderSprayWindow[];
}

export const weekKey = (from: string, days: number) => [...ordersKey, 'week', from, days] as const;

// Not in the query cache, which is persisted.
let progress: Progress | undefined;
const readers = new Set<() => void>();
const reportProgress = (now: Progress | undefined): void => {
  progress = now;
  for (const reader of readers) reader();
};
const subscribe = (reader: () => void) => {
  readers.add(reader);
  return () => void readers.delete(reader);
};

/** The orders of the shown days that have arrived. undefined: the total is not known yet. */
export const useWeekProgress = (): Progress | undefined => useSyncExternalStore(subscribe, () => progress);

/** The board waits for the weather, so that it does not shift, but not for long. */
const maxWeatherWaitMs = 1500;

/** All data of the board for a range of days, fetched together for consistency; weather that takes longer is added later. */
export function weekQuery(from: string, days: number) {
  const to = addDays(from, days - 1);
  return queryOptions({
    queryKey: weekKey(from, days),
    queryFn: async ({ signal, client, queryKey }): Promise<Week> => {
      reportProgress(undefined);
      // The sprayers' weeks start on Monday; the days of the board may span two of them.
      const mondays = [...new Set([mondayOf(from), mondayOf(to)])];
      const weather = officeWindows(from, to, signal);
      const [orders, places, ...weeks] = await Promise.all([
        allPages(
          (pageable) => read(api.GET('/api/receptionist/order', { params: { query: { from, to, pageable } }, signal })),
          reportProgress,
        ),
        allPages((pageable) => read(api.GET('/api/common/availability', { params: { query: { from, to, pageable } }, signal }))),
        ...mondays.map((week) =>
          allPages((pageable) => read(api.GET('/api/receptionist/sprayer', { params: { query: { week, pageable } }, signal }))),
        ),
      ]);
      const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), maxWeatherWaitMs));
      const inTime = await Promise.race([weather, late]);
      if (inTime === undefined) {
        void weather.then((windows) => client.setQueryData<Week>(queryKey, (week) => week && { ...week, windows }));
      }
      const windows = inTime ?? client.getQueryData<Week>(queryKey)?.windows ?? [];
      return { orders: orders.sort((one, other) => one.id - other.id), places, sprayers: weeks.flat(), windows };
    },
  });
}

export const useWeek = (from: string, days: number) => useQuery(weekQuery(from, days));
