import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

export type Base = Shape<'Base'>;
export type SprayerPlanning = Shape<'SprayerPlanning'>;
export type CrewBan = Shape<'CrewBan'>;

/** Below the key of the orders: bans and limits change suggestions, and assigning a crew changes the count of a ban. */
export const crewRulesKey = [...ordersKey, 'crew-rules'] as const;

export const companyBaseQuery = queryOptions({
  queryKey: [...crewRulesKey, 'base'],
  queryFn: ({ signal }) => read(api.GET('/api/receptionist/base', { signal })),
});

export const sprayerPlanningQuery = queryOptions({
  queryKey: [...crewRulesKey, 'sprayers'],
  queryFn: ({ signal }) =>
    allPages((pageable) => read(api.GET('/api/receptionist/sprayer-planning', { params: { query: { pageable } }, signal }))),
});

export const bansQuery = queryOptions({
  queryKey: [...crewRulesKey, 'bans'],
  queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/receptionist/crew-ban', { params: { query: { pageable } }, signal }))),
});
