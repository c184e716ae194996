import { useQuery } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

export type CrewPlan = Shape<'CrewPlan'>;
export type PlanRow = Shape<'CrewPlanRow'>;
export type PlanRoute = Shape<'CrewPlanRoute'>;

/** Not below the key of the orders: a proposal stays as it is when an order changes. */
export const crewPlanKey = ['crew-plan'] as const;
export const changedByPlan = [crewPlanKey, ordersKey, ['order']] as const;

const pollMs = 500;

export function usePlans(date: string | undefined) {
  return useQuery({
    queryKey: [...crewPlanKey, 'list', date],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/plan', {
          params: { query: { ...(date === undefined ? {} : { date }), pageable: { page: 0, size: 50 } } },
          signal,
        }),
      ),
  });
}

/** Read again and again while it is being made. */
export function usePlan(id: number) {
  return useQuery({
    queryKey: [...crewPlanKey, 'one', id],
    queryFn: ({ signal }) => read(api.GET('/api/receptionist/plan/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.state === 'planning' ? pollMs : false),
  });
}

/** Rows, ways and orders without a crew; the state is part of the key, because acceptance changes the rows. */
export function usePlanDetails(plan: CrewPlan) {
  const { id, state } = plan;
  return useQuery({
    queryKey: [...crewPlanKey, 'details', id, state],
    enabled: state !== 'planning',
    queryFn: async ({ signal }) => {
      const path = { id };
      const [rows, routes, unplaced] = await Promise.all([
        allPages((pageable) => read(api.GET('/api/receptionist/plan/{id}/row', { params: { path, query: { pageable } }, signal }))),
        allPages((pageable) => read(api.GET('/api/receptionist/plan/{id}/route', { params: { path, query: { pageable } }, signal }))),
        allPages((pageable) => read(api.GET('/api/receptionist/plan/{id}/unplaced', { params: { path, query: { pageable } }, signal }))),
      ]);
      return { rows, routes, unplaced };
    },
  });
}

export type PlanDetails = NonNullable<ReturnType<typeof usePlanDetails>['data']>;

export function useCrewChoices(id: number, orderId: number, enabled: boolean) {
  return useQuery({
    queryKey: [...crewPlanKey, 'choices', id, orderId],
    enabled,
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/receptionist/plan/{id}/row/{orderId}/choice', {
          params: { path: { id, orderId }, query: { pageable: { page: 0, size: 60 } } },
          signal,
        }),
      ),
  });
}
