import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import type { Field } from './booking-draft.ts';

/** About 100 m: two orders this close with the same name belong to one field. */
const near = (degrees: number) => degrees.toFixed(3);
const placeOf = ({ location, latitude, longitude }: Field) => `${location.trim().toLocaleLowerCase()} ${near(latitude)} ${near(longitude)}`;

/** The last order of each field, most recent first. */
export function lastOrders<Order extends Field>(newestFirst: Order[]): Order[] {
  const byPlace = new Map<string, Order>();
  for (const order of newestFirst) if (!byPlace.has(placeOf(order))) byPlace.set(placeOf(order), order);
  return [...byPlace.values()];
}

export const knownFieldsQuery = queryOptions({
  queryKey: [...ordersKey, 'fields'],
  queryFn: ({ signal }) =>
    read(api.GET('/api/farmer/order/', { params: { query: { pageable: { page: 0, size: 100, sort: ['id,desc'] } } }, signal })),
});

export const useKnownFields = () => useQuery({ ...knownFieldsQuery, select: ({ content }) => lastOrders(content) });
