import { queryOptions } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey, ordersKey } from '../api/live.ts';
import { readOfOrders } from '../api/of-orders.ts';

export type Mix = Shape<'CheckedOrderMix'>;
export type MixSide = 'receptionist' | 'sprayer';

/** The mix of an order. Below its key, so that the crew can read it without a network. */
export const mixQuery = (side: MixSide, id: number) =>
  queryOptions({
    queryKey: [...orderKey(id), 'mix'],
    queryFn: ({ signal }) => {
      const options = { params: { path: { id } }, signal };
      return side === 'sprayer'
        ? read(api.GET('/api/sprayer/order/{id}/mix', options))
        : read(api.GET('/api/receptionist/order/{id}/mix', options));
    },
  });

/** The mixes of many orders, for sheets. */
export const mixesQuery = (orderIds: readonly number[]) =>
  queryOptions({
    queryKey: [...ordersKey, 'mixes', orderIds],
    enabled: orderIds.length > 0,
    queryFn: ({ signal }) => readOfOrders(orderIds, (query) => read(api.GET('/api/receptionist/order-mix', { params: { query }, signal }))),
  });

/** Products for a crop that are not withdrawn on the day, whose name, number or ingredient begins with the search. */
export const usableProductsQuery = (side: MixSide, cropId: number, usableOn: string, search: string) =>
  queryOptions({
    queryKey: ['products', 'usable', side, cropId, usableOn, search],
    queryFn: ({ signal }) => {
      const query = { cropId, usableOn, ...(search === '' ? {} : { search }), pageable: { page: 0, size: 100 } };
      const options = { params: { query }, signal };
      return side === 'sprayer' ? read(api.GET('/api/sprayer/product', options)) : read(api.GET('/api/receptionist/product', options));
    },
  });
