import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { addDays, daysBetween } from '../ui/dates.ts';
import { withoutStop } from './sprayable-rules.ts';

export type SprayWindow = Shape<'SprayWindow'>;
export type OrderSprayWindow = Shape<'OrderSprayWindow'>;
export type Verdict = SprayWindow['verdict'];

export interface Place {
  latitude: number;
  longitude: number;
}

export const weatherKey = ['weather'] as const;

/** Queries with spray windows of places and of any orders. */
export const judgedKeys = [weatherKey, ordersKey, ['order']] as const;

/** Days that a forecast covers, today included. */
export const forecastDays = 16;

/** The service fetches forecasts once an hour. */
const fresh = { staleTime: 5 * 60_000, refetchInterval: 10 * 60_000 };

// The service has one forecast for each square of 0.1 degrees.
const tenths = (degrees: number) => Math.round(degrees * 10) / 10;

/** The same for places with the same forecast. */
export const cellText = ({ latitude, longitude }: Place): string => `${tenths(latitude)},${tenths(longitude)}`;

export const isInForecast = (date: string, today: string): boolean => date >= today && daysBetween(today, date) < forecastDays;

const placeWindows = (place: Place, from: string, days: number, signal: AbortSignal | undefined): Promise<SprayWindow[]> => {
  const query = { from, to: addDays(from, days - 1), latitude: tenths(place.latitude), longitude: tenths(place.longitude) };
  return allPages((pageable) =>
    read(api.GET('/api/common/spray-window', { params: { query: { ...query, pageable } }, ...(signal && { signal }) })),
  );
};

/** Those of these times at which the forecast does not stop work at a place. Beyond the forecast, and without one, all. */
export async function sprayableOf<T extends Pick<SprayWindow, 'date' | 'session'>>(
  times: readonly T[],
  place: Place,
  from: string,
  signal?: AbortSignal,
): Promise<T[]> {
  return withoutStop(times, await placeWindows(place, from, forecastDays, signal).catch(() => []));
}

/** Spray windows of one place, for days from a date on, in one request. */
export function usePlaceWindows(place: Place | undefined, from: string, days: number, today: string) {
  const [latitude, longitude] = [tenths(place?.latitude ?? 0), tenths(place?.longitude ?? 0)];
  return useQuery({
    queryKey: [...weatherKey, latitude, longitude, from, days],
    queryFn: ({ signal }) => placeWindows({ latitude, longitude }, from, days, signal),
    enabled: place !== undefined && isInForecast(from, today),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** The spray window of an order, with its products and what is near its field. */
export const useOrderWindow = (id: number | undefined) =>
  useQuery({
    queryKey: [...orderKey(id ?? 0), 'spray-window'],
    queryFn: ({ signal }) => read(api.GET('/api/common/order/{id}/spray-window', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
    ...fresh,
  });

/** Spray windows of the crew's own jobs of a day. */
export const jobWindowsQuery = (date: string) =>
  queryOptions({
    queryKey: [...weatherKey, 'jobs', date],
    queryFn: ({ signal }) =>
      allPages((pageable) => read(api.GET('/api/sprayer/spray-window', { params: { query: { from: date, to: date, pageable } }, signal }))),
    ...fresh,
  });

/** The company's limits, by which a phone judges measured values. */
export const sprayLimitsQuery = queryOptions({
  queryKey: [...weatherKey, 'limits'],
  queryFn: ({ signal }) => read(api.GET('/api/sprayer/spray-limit', { signal })),
  ...fresh,
});

/** Spray windows of the orders of some days; none where the service does not have them. */
export const officeWindows = (from: string, to: string, signal: AbortSignal): Promise<OrderSprayWindow[]> =>
  allPages((pageable) => read(api.GET('/api/receptionist/spray-window', { params: { query: { from, to, pageable } }, signal }))).catch(
    () => [],
  );

/** The window of a time; undefined: there is no forecast for it. */
export const findWindow = <T extends Pick<SprayWindow, 'date' | 'session'>>(
  windows: readonly T[],
  { date, session }: { date: string; session: { id: number } },
): T | undefined => windows.find((window) => window.date === date && window.session.id === session.id);

export const hasForecast = ({ factors }: Pick<SprayWindow, 'factors'>): boolean => factors.some(({ value }) => value !== null);
