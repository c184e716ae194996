import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, read, type Shape } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { bookableFieldsQuery } from '../../fields/field-queries.ts';
import type { Field } from './booking-draft.ts';

/** About 100 m: two orders this close with the same name belong to one field. */
const near = (degrees: number) => degrees.toFixed(3);
const placeOf = ({ location, latitude, longitude }: Field): string =>
  `${location.trim().toLocaleLowerCase()} ${near(latitude)} ${near(longitude)}`;

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

/** The values of an order that another booking reuses. */
type BookedOrder = Pick<
  Shape<'FarmerOrder'>,
  'id' | 'location' | 'latitude' | 'longitude' | 'cropType' | 'area' | 'date' | 'paymentMethod' | 'orderStatus'
>;

/** A field to book: of the registry, or the place of an earlier order. */
export interface KnownField extends Field {
  key: string;
  cropType: Shape<'Crop'> | null;
  area: number | null;
  /** The last order there. */
  last: BookedOrder | undefined;
}

/** Places of earlier orders, most recent first, then fields of the registry that have not been booked. */
export function knownFields(orders: BookedOrder[], registry: Shape<'Field'>[]): KnownField[] {
  const ofName = new Map(registry.map((field) => [field.name.trim().toLocaleLowerCase(), field]));
  const booked = lastOrders(orders).map((last): KnownField => {
    const field = ofName.get(last.location.trim().toLocaleLowerCase());
    if (field === undefined) return { ...placeOfOrder(last), key: `order-${last.id}`, cropType: last.cropType, area: last.area, last };
    return { ...placeOfField(field), key: `field-${field.id}`, cropType: last.cropType, area: field.area ?? last.area, last };
  });
  const seen = new Set(booked.map(({ fieldId }) => fieldId));
  const unbooked = registry
    .filter(({ id }) => !seen.has(id))
    .map(
      (field): KnownField => ({
        ...placeOfField(field),
        key: `field-${field.id}`,
        cropType: field.cropType,
        area: field.area,
        last: undefined,
      }),
    );
  return [...new Map([...booked, ...unbooked].map((known) => [known.key, known])).values()];
}

const placeOfOrder = ({ location, latitude, longitude }: BookedOrder): Field => ({ location, latitude, longitude });
const placeOfField = ({ id, name, latitude, longitude }: Shape<'Field'>): Field => ({ location: name, latitude, longitude, fieldId: id });

/** undefined data: not loaded. Without the registry, the places of earlier orders are offered. */
export function useKnownFields() {
  const orders = useQuery(knownFieldsQuery);
  const registry = useQuery(bookableFieldsQuery('farmer'));
  const isPending = orders.isPending || (registry.isPending && registry.fetchStatus !== 'paused');
  const data = useMemo(
    () => (orders.data === undefined || isPending ? undefined : knownFields(orders.data.content, registry.data?.content ?? [])),
    [orders.data, registry.data, isPending],
  );
  return { data, isPending, fetchStatus: orders.fetchStatus };
}
