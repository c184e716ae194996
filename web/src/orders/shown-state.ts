import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';
import { useMe } from '../api/session.ts';
import type { ShownState } from '../ui/state-badge.tsx';

type Order = Pick<Shape<'Order'>, 'id' | 'orderStatus'>;
type Work = Shape<'Work'>;

/** Progress of the orders in progress that the user may see, by the role of the routes; `none` is never fetched. */
export const workQueryOf = (side: 'farmer' | 'receptionist' | 'sprayer' | 'none') =>
  queryOptions({
    queryKey: [...ordersKey, 'work', side],
    queryFn: ({ signal }): Promise<Work[]> =>
      allPages<Work>((pageable) => {
        const page = { params: { query: { pageable } }, signal };
        if (side === 'farmer') return read(api.GET('/api/farmer/work', page));
        if (side === 'sprayer') return read(api.GET('/api/sprayer/work', page));
        return read(api.GET('/api/receptionist/work', page));
      }),
    // A list mounts many badges, and live messages make it stale.
    staleTime: 30_000,
  });

/** Displayed states: an order in progress whose work is reported waits for the sign-off. */
export function useShownStates(isNeeded: boolean): (order: Order) => ShownState {
  const { role } = useMe();
  // With the shared key a page that does not need the states would render again when another component fetches them.
  const { data } = useQuery({ ...workQueryOf(isNeeded ? (role === 'admin' ? 'receptionist' : role) : 'none'), enabled: isNeeded });
  return useCallback(
    ({ id, orderStatus }) =>
      orderStatus === 'in_progress' && data?.some(({ orderId, reported }) => orderId === id && reported) === true
        ? 'awaiting_sign_off'
        : orderStatus,
    [data],
  );
}

export const useShownState = (order: Order): ShownState => useShownStates(order.orderStatus === 'in_progress')(order);
