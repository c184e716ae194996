import { queryOptions } from '@tanstack/react-query';
import { allPages } from '../api/all-pages.ts';
import { api, read, type Shape } from '../api/client.ts';
import { ordersKey } from '../api/live.ts';

export type Absence = Shape<'Absence'>;
export const absenceKinds = ['leave', 'illness', 'other'] as const satisfies readonly Absence['kind'][];

/** Below the key of the orders: an absence changes the to-do list, and assigning another crew changes an absence's count. */
export const absencesKey = [...ordersKey, 'absences'] as const;

/** Absences and requests that overlap the range; without a range, all that have not ended. Only approved ones count. */
export const absencesQuery = (range: { from?: string; to?: string; state?: Absence['state'] } = {}) =>
  queryOptions({
    queryKey: [...absencesKey, 'office', range],
    queryFn: ({ signal }) =>
      allPages((pageable) => read(api.GET('/api/receptionist/absence', { params: { query: { ...range, pageable } }, signal }))),
  });

export const myAbsencesQuery = queryOptions({
  queryKey: [...absencesKey, 'mine'],
  queryFn: ({ signal }) => allPages((pageable) => read(api.GET('/api/sprayer/absence', { params: { query: { pageable } }, signal }))),
});
