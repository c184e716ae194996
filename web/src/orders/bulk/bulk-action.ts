import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../../api/client.ts';
import { ordersKey } from '../../api/live.ts';
import { Problem } from '../../api/problem.ts';
import { useAction } from '../../ui/action.ts';
import { useWords } from '../../ui/language.tsx';
import { useProblemWords } from '../../ui/problem-words.ts';
import type { Order } from '../detail/office-order-data.ts';
import { bulkWords } from './bulk-words.ts';

export type BulkAction = Shape<'BulkAction'>;
export type BulkKind = BulkAction['action'];

export interface BulkInput {
  action: BulkKind;
  orders: readonly Order[];
  reason: string;
  date?: string;
  session?: { id: number };
  sprayerIds?: number[];
  crews?: { orderId: number; sprayerIds: number[] }[];
}

/** An order that blocks the action, with the reason as text. */
export interface BlockedOrder {
  id: number;
  text: string;
}

/** The state that the user has seen: the service rejects orders that differ. */
const seen = ({ id, orderStatus, date, session }: Order) => ({ id, orderStatus, date, sessionId: session.id });

/** Both keys: lists of orders, and each order on its own. */
const outdated = [ordersKey, ['order']] as const;

export function useBulkAction(onDone: (action: BulkAction) => void, onBlocked: (blocked: BlockedOrder[]) => void) {
  const words = useWords(bulkWords);
  const explain = useProblemWords();
  return useAction<BulkInput, BulkAction>({
    act: ({ orders, ...input }, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/bulk-action', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: { ...input, orders: orders.map(seen) },
        }),
      ),
    invalidates: outdated,
    successMessage: ({ action, orderIds }) => words.done[action](orderIds.length),
    onSuccess: onDone,
    showsOwnErrors: true,
    onError(error) {
      const blocked = blockedOrders(error, explain);
      if (blocked.length > 0) onBlocked(blocked);
      else notifications.show({ message: explain(error), color: 'clay', autoClose: 10_000 });
    },
  });
}

function blockedOrders(error: unknown, explain: (error: unknown) => string): BlockedOrder[] {
  if (!(error instanceof Problem) || error.code !== 'BULK_BLOCKED') return [];
  return error.errors.map(({ path, message, code = 'ACTION_NOT_ALLOWED' }) => ({
    id: Number(path.slice('order.'.length)),
    text: explain(new Problem({ status: 409, code, detail: message })),
  }));
}

/** The newest bulk action that can still be undone. */
export function useUndoable() {
  return useQuery({
    queryKey: [...ordersKey, 'bulk-action'],
    queryFn: ({ signal }) =>
      read(api.GET('/api/receptionist/bulk-action', { params: { query: { pageable: { page: 0, size: 1 } } }, signal })),
    refetchInterval: 60_000,
  });
}

export function useUndo() {
  const words = useWords(bulkWords);
  const explain = useProblemWords();
  return useAction<number, BulkAction>({
    act: (id, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/bulk-action/{id}/undo', { params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } } }),
      ),
    invalidates: outdated,
    successMessage: words.undone,
    showsOwnErrors: true,
    onError(error) {
      const blocked = blockedOrders(error, explain);
      const message = blocked.length === 0 ? explain(error) : words.undoBlocked(blocked.length);
      notifications.show({ message, color: 'clay', autoClose: 10_000 });
    },
  });
}
