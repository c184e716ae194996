import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import type { Role } from '../api/session.ts';

export type Field = Shape<'Field'>;
export type NewField = Shape<'NewField'>;
export type FieldChange = Shape<'FieldChange'>;

export const fieldsKey = ['fields'] as const;

/** Own fields of a farmer, or of one farmer or all for the office. */
export function useFields(
  role: Role,
  { farmerId, archived, size = 50 }: { farmerId?: number | undefined; archived: boolean; size?: number },
) {
  return useInfiniteQuery({
    queryKey: [...fieldsKey, 'list', role === 'farmer', farmerId, archived, size],
    queryFn: ({ pageParam, signal }) => {
      const query = { archived, pageable: { page: pageParam, size } };
      return role === 'farmer'
        ? read(api.GET('/api/farmer/field', { params: { query }, signal }))
        : read(
            api.GET('/api/receptionist/field', {
              params: { query: { ...query, ...(farmerId === undefined ? {} : { farmerId }) } },
              signal,
            }),
          );
    },
    ...pageParams,
  });
}

/** All current fields of a farmer that a booking offers. */
export const bookableFieldsQuery = (role: Role, farmerId?: number) =>
  queryOptions({
    queryKey: [...fieldsKey, 'bookable', role === 'farmer', farmerId],
    queryFn: async ({ signal }) => {
      const pageable = { page: 0, size: 200 };
      return role === 'farmer'
        ? read(api.GET('/api/farmer/field', { params: { query: { pageable } }, signal }))
        : read(api.GET('/api/receptionist/field', { params: { query: { farmerId: farmerId as number, pageable } }, signal }));
    },
    enabled: role === 'farmer' || farmerId !== undefined,
  });

export function useField(role: Role, id: number) {
  const params = { path: { id } };
  return useQuery({
    queryKey: [...fieldsKey, 'one', id],
    queryFn: ({ signal }) =>
      role === 'farmer'
        ? read(api.GET('/api/farmer/field/{id}', { params, signal }))
        : read(api.GET('/api/receptionist/field/{id}', { params, signal })),
  });
}

export function useOverlaps(role: Role, { id, version, boundary }: Field) {
  const params = { path: { id } };
  return useQuery({
    queryKey: [...fieldsKey, 'overlaps', id, version],
    queryFn: ({ signal }) =>
      role === 'farmer'
        ? read(api.GET('/api/farmer/field/{id}/overlap', { params, signal }))
        : read(api.GET('/api/receptionist/field/{id}/overlap', { params, signal })),
    enabled: boundary !== null,
  });
}

export const addField = (role: Role, farmerId: number | undefined, body: NewField, idempotencyKey: string): Promise<Field> => {
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  return role === 'farmer'
    ? read(api.POST('/api/farmer/field', { params, body }))
    : read(api.POST('/api/receptionist/field', { params, body: { ...body, farmerId: farmerId as number } }));
};

/** Replaces all of a field: what the form leaves empty is cleared. */
export const changeField = (role: Role, id: number, field: NewField & Pick<Field, 'archived' | 'version'>): Promise<Field> => {
  const params = { path: { id } };
  const empty = { boundary: null, latitude: null, longitude: null, cropType: null, obstacles: null, notes: null };
  const body: FieldChange = { ...empty, ...field };
  return role === 'farmer'
    ? read(api.PUT('/api/farmer/field/{id}', { params, body }))
    : read(api.PUT('/api/receptionist/field/{id}', { params, body }));
};

const boundariesAtOnce = 200;

/** The boundaries of several orders, for the office. */
export const orderBoundariesQuery = (orderIds: readonly number[]) => {
  const sorted = [...orderIds].sort((a, b) => a - b);
  return queryOptions({
    queryKey: [...ordersKey, 'boundaries', sorted],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(sorted.length / boundariesAtOnce) }, (_, at) =>
        sorted.slice(at * boundariesAtOnce, (at + 1) * boundariesAtOnce),
      );
      const pageable = { page: 0, size: boundariesAtOnce };
      const pages = await Promise.all(
        parts.map((orderId) => read(api.GET('/api/receptionist/order-boundary', { params: { query: { orderId, pageable } }, signal }))),
      );
      return pages.flatMap(({ content }) => content);
    },
    enabled: sorted.length > 0,
    placeholderData: keepPreviousData,
  });
};

/** The field of an order; also kept on the device of the crew. */
export const orderFieldQuery = (role: Role, orderId: number) =>
  queryOptions({
    queryKey: [...orderKey(orderId), 'field'],
    queryFn: ({ signal }) => {
      const params = { path: { id: orderId } };
      if (role === 'farmer') return read(api.GET('/api/farmer/order/{id}/field', { params, signal }));
      if (role === 'sprayer') return read(api.GET('/api/sprayer/order/{id}/field', { params, signal }));
      return read(api.GET('/api/receptionist/order/{id}/field', { params, signal }));
    },
  });
