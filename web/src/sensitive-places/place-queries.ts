import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import { orderKey } from '../api/live.ts';
import type { Role } from '../api/session.ts';
import type { MapPlace } from '../map/map-places.ts';

export type SensitivePlace = Shape<'SensitivePlace'>;
export type OrderPlace = Shape<'OrderSensitivePlace'>;
export type NewPlace = Shape<'NewSensitivePlace'>;

export const placesKey = ['sensitive-places'] as const;

export const placesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...placesKey, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/receptionist/sensitive-place', {
          params: { query: { ...(search === '' ? {} : { search }), pageable: { page: pageParam, size: 50 } } },
          signal,
        }),
      ),
    ...pageParams,
    placeholderData: keepPreviousData,
  });

export const placeQuery = (id: number) =>
  queryOptions({
    queryKey: [...placesKey, 'one', id],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/sensitive-place/{id}', { params: { path: { id } }, signal })),
  });

/** The places whose buffer touches a part of the map. */
export const placesInBoxQuery = (box: string | undefined) =>
  queryOptions({
    queryKey: [...placesKey, 'box', box],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/sensitive-place', {
          params: { query: { box: box as string, pageable: { page: 0, size: 200 } } },
          signal,
        }),
      ),
    enabled: box !== undefined,
    placeholderData: keepPreviousData,
  });

/** The places near an order; also kept on the device of the crew. */
export const orderPlacesQuery = (role: Role, orderId: number) =>
  queryOptions({
    queryKey: [...orderKey(orderId), 'sensitive-places'],
    queryFn: ({ signal }) => {
      const params = { path: { id: orderId }, query: { pageable: { page: 0, size: 200 } } };
      return role === 'sprayer'
        ? read(api.GET('/api/sprayer/order/{id}/sensitive-place', { params, signal }))
        : read(api.GET('/api/receptionist/order/{id}/sensitive-place', { params, signal }));
    },
  });

export const toMapPlace = ({ id, name, geometry, bufferMetres }: SensitivePlace | OrderPlace): MapPlace => ({
  id: String(id),
  geometry,
  bufferM: bufferMetres,
  label: name,
});
