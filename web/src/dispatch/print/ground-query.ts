import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';

const mostOrders = 200;

/** Obstacles, sensitive places and drones of the orders of a sheet. */
export const groundsQuery = (orderIds: readonly number[]) =>
  queryOptions({
    queryKey: [...ordersKey, 'grounds', orderIds],
    enabled: orderIds.length > 0,
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(orderIds.length / mostOrders) }, (_, at) =>
        orderIds.slice(at * mostOrders, (at + 1) * mostOrders),
      );
      const pages = await Promise.all(
        parts.map((orderId) =>
          read(
            api.GET('/api/receptionist/order-ground', { params: { query: { orderId, pageable: { page: 0, size: mostOrders } } }, signal }),
          ),
        ),
      );
      return pages.flatMap(({ content }) => content);
    },
  });
