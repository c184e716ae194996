import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { readOfOrders } from '../../api/of-orders.ts';

/** Obstacles, sensitive places and drones of the orders of a sheet. */
export const groundsQuery = (orderIds: readonly number[]) =>
  queryOptions({
    queryKey: [...ordersKey, 'grounds', orderIds],
    enabled: orderIds.length > 0,
    queryFn: ({ signal }) =>
      readOfOrders(orderIds, (query) => read(api.GET('/api/receptionist/order-ground', { params: { query }, signal }))),
  });
