import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, read, type Shape } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { bookableFieldsQuery } from '../../fields/field-queries.ts';
import { knownFields } from '../booking/booking-fields.ts';
import { type CallerField, isPhone, plainPhone } from './caller-draft.ts';

/** Fewer digits match too many farmers. */
const minDigits = 3;
const maxSuggestions = 6;

/** Farmers whose phone number starts with the typed digits. */
export function useCallers(phone: string) {
  const [asked] = useDebouncedValue(plainPhone(phone), 150);
  return useQuery({
    queryKey: ['callers', asked],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/farmer', { params: { query: { phone: asked, pageable: { page: 0, size: maxSuggestions } } }, signal }),
      ),
    enabled: asked.length >= minDigits && /^\+?\d+$/.test(asked),
    placeholderData: keepPreviousData,
    select: ({ content }) => content,
  });
}

/** Farmers who have entered this whole number and not confirmed it. */
export function useUnconfirmedCallers(phone: string, isNew: boolean) {
  const [asked] = useDebouncedValue(plainPhone(phone), 150);
  return useQuery({
    queryKey: ['callers', 'unconfirmed', asked],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/farmer', {
          params: { query: { phone: asked, confirmed: false, pageable: { page: 0, size: maxSuggestions } } },
          signal,
        }),
      ),
    enabled: isNew && isPhone(asked),
    select: ({ content }) => content,
  });
}

/** Fields of a farmer: those of earlier orders, most recent first, then those of the registry without an order. */
export function useFieldsOf(farmerId: number | undefined) {
  const orders = useQuery({
    queryKey: [...ordersKey, 'fields', farmerId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/order', {
          params: { query: { farmerId: farmerId as number, pageable: { page: 0, size: 100, sort: ['id,desc'] } } },
          signal,
        }),
      ),
    enabled: farmerId !== undefined,
  });
  const registry = useQuery(bookableFieldsQuery('receptionist', farmerId));
  const isLoaded = orders.data !== undefined && !registry.isPending;
  const data = useMemo(
    () => (isLoaded ? callerFields(orders.data?.content ?? [], registry.data?.content ?? []) : undefined),
    [isLoaded, orders.data, registry.data],
  );
  return { data, isError: orders.isError };
}

function callerFields(orders: Shape<'Order'>[], registry: Shape<'Field'>[]): CallerField[] {
  return knownFields(orders, registry).map(({ location, latitude, longitude, fieldId, cropType, area, last }) => ({
    ...{ location, latitude, longitude, fieldId, cropType, area },
    id: last?.id ?? -(fieldId ?? 0),
    date: last?.date,
    paymentMethod: last?.paymentMethod,
  }));
}

/** Position of the most recently booked field, as the initial view of the map. */
export function useLastPlace() {
  return useQuery({
    queryKey: ['last-place'],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/order', { params: { query: { pageable: { page: 0, size: 1, sort: ['id,desc'] } } }, signal })),
    select: ({ content: [last] }) => (last === undefined ? undefined : { latitude: last.latitude, longitude: last.longitude }),
    staleTime: 10 * 60_000,
  });
}
