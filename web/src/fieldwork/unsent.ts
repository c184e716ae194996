import { skipToken, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { orderKey } from '../api/live.ts';
import { useMe } from '../api/session.ts';
import type { ShownState } from '../ui/state-badge.tsx';
import { fieldActionsKey, type Refusal, refusalsKey, reportedKey, type UnsentAction } from './field-actions.ts';

type Order = Shape<'Order'>;

export interface FieldState {
  /** The order with the unsent actions of this phone applied. */
  order: Order;
  /** True if an action is not sent yet. */
  waiting: boolean;
  /** The crew has reported the work done. */
  reported: boolean;
}

/** Actions of this phone that are not sent yet. */
export const useUnsent = () =>
  useMutationState({
    filters: { mutationKey: fieldActionsKey, status: 'pending' },
    select: ({ state }) => state.variables as UnsentAction,
  });

function statusAfter(status: Order['orderStatus'], { notSprayed, takesBack }: UnsentAction): Order['orderStatus'] {
  if (notSprayed !== undefined) return 'confirmed';
  if (takesBack === true) return 'assigned';
  return status === 'assigned' ? 'in_progress' : status;
}

/** Applies the unsent actions to the data of the service. */
export function useFieldStates(): (order: Order) => FieldState {
  const { data: reported = [] } = useQuery<number[]>({ queryKey: reportedKey, queryFn: skipToken });
  const unsent = useUnsent();
  return (order) => {
    const own = unsent.filter(({ orderId }) => orderId === order.id);
    const finish = own.find(({ work }) => work !== undefined)?.work;
    return {
      order: {
        ...order,
        orderStatus: own.reduce(statusAfter, order.orderStatus),
        ...(finish?.cashReceived === undefined ? {} : { paymentStatus: 'paid' }),
      },
      waiting: own.length > 0,
      reported: finish !== undefined || reported.includes(order.id),
    };
  };
}

export function useFieldState(order: Order): FieldState {
  const state = useFieldStates()(order);
  // The other crew member may have reported it on another phone.
  const { data } = useQuery({
    queryKey: [...orderKey(order.id), 'timeline'],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/sprayer/order/{id}/timeline', {
          params: { path: { id: order.id }, query: { pageable: { page: 0, size: 200 } } },
          signal,
        }),
      ),
    enabled: order.orderStatus === 'in_progress',
  });
  return { ...state, reported: state.reported || data?.content.some(({ action }) => action === 'finish') === true };
}

/** Number of actions and reports that would be lost with the data of this phone: not sent, or rejected and kept. */
export function useUnsentCount(): number {
  const unsent = useUnsent().length;
  return unsent + useRefusals().refusals.filter((refusal) => refusal.unsent !== undefined).length;
}

/** The displayed state, also for work that was reported offline. */
export const shownState = ({ order: { orderStatus }, reported }: FieldState): ShownState =>
  orderStatus === 'in_progress' && reported ? 'awaiting_sign_off' : orderStatus;

export function useRefusals() {
  const queries = useQueryClient();
  const { id: me } = useMe();
  const { data = [] } = useQuery<Refusal[]>({ queryKey: refusalsKey, queryFn: skipToken });
  // On a phone that is passed on, each sees the own ones.
  const refusals = data.filter(({ by }) => by === me);
  const dismiss = (refusal: Refusal) =>
    queries.setQueryData<Refusal[]>(refusalsKey, (before = []) => before.filter((one) => one !== refusal));
  return { refusals, dismiss };
}
