import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { orderKey, ordersKey } from '../api/live.ts';
import { type NextStep, nextStep, nothingKnown, type WorkFacts } from './next-step.ts';
import { workQueryOf } from './shown-state.ts';

export type FarmerOrder = Shape<'FarmerOrder'>;

const whole = { page: 0, size: 200 };

export function useOwnOrder(id: number) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => read(api.GET('/api/farmer/order/{id}', { params: { path: { id } }, signal })),
  });
}

export function useTimeline(id: number) {
  return useQuery({
    queryKey: [...orderKey(id), 'timeline'],
    queryFn: ({ signal }) =>
      read(api.GET('/api/farmer/order/{id}/timeline', { params: { path: { id }, query: { pageable: whole } }, signal })),
  });
}

/** The times before and after each step that moved the order. */
export function useMoves(id: number) {
  return useQuery({
    queryKey: [...orderKey(id), 'moves'],
    queryFn: ({ signal }) => read(api.GET('/api/farmer/order/{id}/move', { params: { path: { id }, query: { pageable: whole } }, signal })),
  });
}

/** Not fetched before a crew can be assigned. */
export function useCrew({ id, orderStatus }: FarmerOrder) {
  return useQuery({
    queryKey: [...orderKey(id), 'crew'],
    queryFn: ({ signal }) => read(api.GET('/api/farmer/order/{id}/crew', { params: { path: { id }, query: { pageable: whole } }, signal })),
    enabled: hasCrew(orderStatus),
  });
}

export const hasCrew = (status: FarmerOrder['orderStatus']): boolean =>
  status === 'assigned' || status === 'in_progress' || status === 'completed';

/** Progress of the work on the farmer's orders in progress, and completed ones with an open objection. */
export const workQuery = workQueryOf('farmer');

/** undefined: not loaded yet. */
export function useWork({ id, orderStatus }: Pick<FarmerOrder, 'id' | 'orderStatus'>): WorkFacts | undefined {
  const underWay = orderStatus === 'in_progress';
  // Completed work may have an open objection.
  const { data } = useQuery({ ...workQuery, enabled: underWay || orderStatus === 'completed' });
  if (!underWay) return data?.find(({ orderId }) => orderId === id) ?? nothingKnown;
  return data === undefined ? undefined : (data.find(({ orderId }) => orderId === id) ?? nothingKnown);
}

/** undefined: not loaded yet. */
export function useNextStep(order: FarmerOrder): NextStep | undefined {
  const { today, cardProvider } = useCompany();
  const work = useWork(order);
  const feedback = useOwnFeedback(order.orderStatus === 'completed');
  const rated = feedback.data?.content.some((one) => one.order.id === order.id) ?? true;
  return work === undefined ? undefined : nextStep(order, work, rated, today, cardProvider !== null);
}

/** The farmer's ratings, newest first. */
export const ownFeedbackQuery = queryOptions({
  queryKey: [...ordersKey, 'own-feedback'],
  queryFn: ({ signal }) => read(api.GET('/api/farmer/feedback', { params: { query: { pageable: whole } }, signal })),
});

export const useOwnFeedback = (enabled = true) => useQuery({ ...ownFeedbackQuery, enabled });

export function useRating({ id, orderStatus }: Pick<FarmerOrder, 'id' | 'orderStatus'>): Shape<'Feedback'> | undefined {
  const { data } = useOwnFeedback(orderStatus === 'completed');
  return data?.content.find(({ order }) => order.id === id);
}
