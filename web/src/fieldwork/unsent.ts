import { skipToken, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Shape } from '../api/client.ts';
import { fieldActionsKey, finishKey, type Refusal, refusalsKey, reportedKey, type StartWork } from './field-actions.ts';

type Order = Shape<'Order'>;

export interface FieldState {
  /** With what was done here but not heard by the service yet. */
  order: Order;
  /** Something is not sent yet. */
  waiting: boolean;
  /** The crew has said that the work is done. */
  reported: boolean;
}

/** What was done on this phone and is not sent yet, laid over what the service says. */
export function useUnsent(): (order: Order) => Omit<FieldState, 'reported'> & { finished: boolean } {
  const unsent = useMutationState({
    filters: { mutationKey: fieldActionsKey, status: 'pending' },
    select: ({ state, options }) => ({
      orderId: (state.variables as StartWork).orderId,
      action: options.mutationKey?.[1] === finishKey[1] ? 'finish' : 'start',
    }),
  });
  return (order) => {
    const own = unsent.filter(({ orderId }) => orderId === order.id);
    const begun = own.length > 0 && order.orderStatus === 'assigned';
    return {
      order: begun ? { ...order, orderStatus: 'in_progress' } : order,
      waiting: own.length > 0,
      finished: own.some(({ action }) => action === 'finish'),
    };
  };
}

export function useFieldState(order: Order): FieldState {
  const { order: shown, waiting, finished } = useUnsent()(order);
  const { data: reported = false } = useQuery<boolean>({ queryKey: reportedKey(order.id), queryFn: skipToken });
  return { order: shown, waiting, reported: finished || reported };
}

export function useRefusals() {
  const queries = useQueryClient();
  const { data: refusals = [] } = useQuery<Refusal[]>({ queryKey: refusalsKey, queryFn: skipToken });
  const dismiss = (refusal: Refusal) =>
    queries.setQueryData<Refusal[]>(refusalsKey, (before = []) => before.filter((one) => one !== refusal));
  return { refusals, dismiss };
}
