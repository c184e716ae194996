import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { Intervals } from './intervals.tsx';

export const intervalsQuery = queryOptions({
  queryKey: [...ordersKey, 'intervals'],
  queryFn: ({ signal }) => read(api.GET('/api/farmer/spray-interval', { params: { query: { pageable: { page: 0, size: 20 } } }, signal })),
});

/** On the farmer's home: fields that must not be entered or harvested yet; nothing without any. */
export function HomeIntervals() {
  const { data } = useQuery(intervalsQuery);
  const places = [...new Set(data?.content.map(({ location }) => location))];
  return places.map((place) => (
    <Intervals key={place} place={place} records={data?.content.filter(({ location }) => location === place) ?? []} />
  ));
}
