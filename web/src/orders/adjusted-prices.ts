import { useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { useMe } from '../api/session.ts';

type Order = Pick<Shape<'Order'>, 'id' | 'cost' | 'orderStatus'>;

const maxPriceQueries = 200;

/** Prices of listed orders as they are to be paid: the office may have changed the price after another area was sprayed than ordered. */
export function useAdjustedPrices(orders: readonly Order[]): (order: Order) => number {
  const isOwn = useMe().role === 'farmer';
  // Before work begins there is no report, and so no adjustment.
  const ids = orders
    .filter(({ orderStatus }) => orderStatus === 'in_progress' || orderStatus === 'completed')
    .map(({ id }) => id)
    .slice(0, maxPriceQueries);
  const { data } = useQuery({
    queryKey: [...ordersKey, 'prices', isOwn, ids],
    queryFn: ({ signal }) => {
      const asked = { params: { query: { orderId: ids, pageable: { page: 0, size: maxPriceQueries } } }, signal };
      return read(isOwn ? api.GET('/api/farmer/order-price', asked) : api.GET('/api/receptionist/order-price', asked));
    },
    enabled: ids.length > 0,
  });
  return ({ id, cost }) => data?.content.find(({ orderId }) => orderId === id)?.total ?? cost;
}

export const useAdjustedPrice = (order: Order): number => useAdjustedPrices([order])(order);
