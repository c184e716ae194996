import { useNavigate } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { changedByPlan, crewPlanKey } from './crew-plan-queries.ts';
import { crewPlanWords } from './crew-plan-words.ts';
import { useOpenRunning } from './start-plan.ts';

const pathOf = (id: number) => ({ params: { path: { id } } });

/** Stops planning, or discards a proposal. */
export const useCancelPlan = (id: number) =>
  useAction({ act: () => read(api.POST('/api/receptionist/plan/{id}/cancel', pathOf(id))), invalidates: [crewPlanKey] });

/** Accepts all changes, or those of the given orders. */
export function useAcceptPlan(id: number) {
  const words = useWords(crewPlanWords);
  return useAction({
    act: (orderIds: number[] | undefined) =>
      read(api.POST('/api/receptionist/plan/{id}/accept', { ...pathOf(id), body: orderIds === undefined ? {} : { orderIds } })),
    invalidates: changedByPlan,
    successMessage: ({ accepted }) => words.accepted(accepted),
  });
}

export function useUndoPlan(id: number) {
  const words = useWords(crewPlanWords);
  return useAction({
    act: (_: undefined, idempotencyKey) =>
      read(api.POST('/api/receptionist/plan/{id}/undo', { params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } } })),
    invalidates: changedByPlan,
    successMessage: words.undone,
  });
}

/** Plans the day again around the pinned rows and opens the new plan. */
export function usePlanAgain(id: number) {
  const navigate = useNavigate();
  return useAction({
    act: () => read(api.POST('/api/receptionist/plan/{id}/again', pathOf(id))),
    invalidates: [crewPlanKey],
    onSuccess: (plan) => void navigate(`/plan/${plan.id}`),
    onError: useOpenRunning(),
  });
}

export const useChangeRow = (id: number, onSuccess: () => void) =>
  useAction({
    act: ({ orderId, body }: { orderId: number; body: Shape<'CrewPlanRowChange'> }) =>
      read(api.PATCH('/api/receptionist/plan/{id}/row/{orderId}', { params: { path: { id, orderId } }, body })),
    invalidates: [crewPlanKey],
    onSuccess,
  });
