import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';
import { readVersioned } from '../../api/versions.ts';
import { isArea } from '../../catalog/area-rules.ts';
import { orderFieldQuery } from '../../fields/field-queries.ts';

export type EditedOrder = Shape<'FarmerOrder'> | Shape<'Order'>;
export type Side = 'farmer' | 'receptionist';

/** The note to the crew, for each role that may read it. */
export const crewNoteQuery = (side: Side | 'sprayer', id: number) =>
  queryOptions({
    queryKey: [...orderKey(id), 'note'],
    queryFn: ({ signal }) => {
      const asked = { params: { path: { id } }, signal };
      if (side === 'farmer') return read(api.GET('/api/farmer/order/{id}/note', asked));
      return side === 'sprayer'
        ? read(api.GET('/api/sprayer/order/{id}/note', asked))
        : read(api.GET('/api/receptionist/order/{id}/note', asked));
    },
  });

/** The order with its version and note, fetched when the form opens. */
export const editedQuery = (side: Side, id: number) =>
  queryOptions({
    queryKey: ['edited', id],
    queryFn: async ({ signal, client }) => {
      const asked = { params: { path: { id } }, signal };
      const [{ value, tag }, { note }, { fieldId }] = await Promise.all([
        side === 'farmer'
          ? readVersioned<EditedOrder>(api.GET('/api/farmer/order/{id}', asked))
          : readVersioned<EditedOrder>(api.GET('/api/receptionist/order/{id}', asked)),
        client.fetchQuery({ ...crewNoteQuery(side, id), staleTime: 0 }),
        client.fetchQuery({ ...orderFieldQuery(side, id), staleTime: 0 }),
      ]);
      return { order: value, tag, note, fieldId };
    },
    staleTime: 0,
    gcTime: 0,
  });

/** The price of the edited order, at the prices of its booking. */
export function useEditQuote(side: Side, id: number, cropId: number, area: number | undefined) {
  const [asked] = useDebouncedValue(area, 250);
  return useQuery({
    queryKey: [...orderKey(id), 'quote', cropId, asked],
    queryFn: ({ signal }) => {
      const request = { params: { path: { id }, query: { cropId, area: asked as number } }, signal };
      return side === 'farmer'
        ? read(api.GET('/api/farmer/order/{id}/quote', request))
        : read(api.GET('/api/receptionist/order/{id}/quote', request));
    },
    enabled: isArea(asked),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Old and new values of an order's edits by the id of their step. Not fetched for an order without edits. */
export function useEdits(side: Side, id: number, enabled: boolean) {
  return useQuery({
    queryKey: [...orderKey(id), 'edits'],
    queryFn: ({ signal }) => {
      const request = { params: { path: { id }, query: { pageable: { page: 0, size: 200 } } }, signal };
      return side === 'farmer'
        ? read(api.GET('/api/farmer/order/{id}/edit', request))
        : read(api.GET('/api/receptionist/order/{id}/edit', request));
    },
    enabled,
  });
}
