import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';

export type Licence = Shape<'Licence'>;
export type Drone = Shape<'Drone'>;
export type Side = 'receptionist' | 'sprayer';

/** Below the key of the orders: licences change which crews are suggested. */
export const equipmentKey = [...ordersKey, 'equipment'] as const;

export const equipmentSettingQuery = queryOptions({
  queryKey: [...equipmentKey, 'setting'],
  queryFn: ({ signal }) => read(api.GET('/api/receptionist/equipment-setting', { signal })),
});

export const licencesQuery = queryOptions({
  queryKey: [...equipmentKey, 'licences'],
  queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/receptionist/licence', { params: { query: { pageable } }, signal }))),
});

export const myLicencesQuery = queryOptions({
  queryKey: [...equipmentKey, 'my-licences'],
  queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/sprayer/licence', { params: { query: { pageable } }, signal }))),
});

export const dronesQuery = (side: Side) =>
  queryOptions({
    queryKey: [...equipmentKey, 'drones', side],
    queryFn: ({ signal }) =>
      allPages((pageable) => {
        const options = { params: { query: { pageable } }, signal };
        return side === 'sprayer' ? read(api.GET('/api/sprayer/drone', options)) : read(api.GET('/api/receptionist/drone', options));
      }),
  });

/** The drone of an order. */
export const orderDroneQuery = (side: Side, id: number) =>
  queryOptions({
    queryKey: [...orderKey(id), 'drone'],
    queryFn: ({ signal }) => {
      const options = { params: { path: { id } }, signal };
      return side === 'sprayer'
        ? read(api.GET('/api/sprayer/order/{id}/drone', options))
        : read(api.GET('/api/receptionist/order/{id}/drone', options));
    },
  });
