import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { lastOrders } from '../booking/booking-fields.ts';
import { plainPhone } from './caller-draft.ts';

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

/** The last order of each field of a farmer, most recent first. */
export function useFieldsOf(farmerId: number | undefined) {
  return useQuery({
    queryKey: [...ordersKey, 'fields', farmerId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/order', {
          params: { query: { farmerId: farmerId as number, pageable: { page: 0, size: 100, sort: ['id,desc'] } } },
          signal,
        }),
      ),
    enabled: farmerId !== undefined,
    select: ({ content }) => lastOrders(content),
  });
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
