import { notifications } from '@mantine/notifications';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Shape } from '../../api/client.ts';
import { orderKey, ordersKey } from '../../api/live.ts';
import { Problem } from '../../api/problem.ts';
import { readVersioned, type Versioned } from '../../api/versions.ts';
import { useAction } from '../../ui/action.ts';

export type Order = Shape<'Order'>;
export type User = Shape<'User'>;

export const officeOrderKey = (id: number) => [...orderKey(id), 'office'] as const;

export function useOfficeOrder(id: number) {
  return useQuery({
    queryKey: officeOrderKey(id),
    queryFn: ({ signal }) => readVersioned(api.GET('/api/receptionist/order/{id}', { params: { path: { id } }, signal })),
  });
}

/** The ETag of the displayed version; the tag of persisted data is not used. */
export function seenTag(queries: QueryClient, id: number): string | null {
  const query = queries.getQueryCache().find<Versioned<Order>>({ queryKey: officeOrderKey(id) });
  return query?.isActive() === true && !query.state.isInvalidated ? (query.state.data?.tag ?? null) : null;
}

interface OfficeActionOptions<Input> {
  id: number;
  act(input: Input, idempotencyKey: string): Promise<Versioned<Order>>;
  done: string | ((order: Order, input: Input) => string);
  onDone?(): void;
  /** Errors that the page shows itself. */
  showsOwnErrors?: (error: unknown) => boolean;
}

/** Changes an order as the office: the response is shown at once; after 409 the order is refetched. */
export function useOfficeAction<Input = void>({ id, act, done, onDone, showsOwnErrors = () => false }: OfficeActionOptions<Input>) {
  const queries = useQueryClient();
  return useAction<Input, Versioned<Order>>({
    act: async (input, idempotencyKey) => {
      try {
        return await act(input, idempotencyKey);
      } catch (error) {
        if (error instanceof Problem && error.status === 409) void queries.invalidateQueries({ queryKey: orderKey(id) });
        throw error;
      }
    },
    onSuccess: (changed, input) => {
      queries.setQueryData(officeOrderKey(id), changed);
      void queries.invalidateQueries({ queryKey: ordersKey });
      void queries.invalidateQueries({ queryKey: orderKey(id) });
      notifications.show({ message: typeof done === 'string' ? done : done(changed.value, input), color: 'leaf' });
      onDone?.();
    },
    showsOwnErrors,
  });
}
