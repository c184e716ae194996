import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import type { Period } from './period.ts';

const all = { page: 0, size: 200 };
const staleTime = 60_000;

export const totalsQuery = (query: Period) =>
  queryOptions({
    queryKey: ['figures', 'totals', query],
    queryFn: ({ signal }) => read(api.GET('/api/admin/figure', { params: { query }, signal })),
    staleTime,
  });

export const weeksQuery = (period: Period) =>
  queryOptions({
    queryKey: ['figures', 'week', period],
    queryFn: ({ signal }) => read(api.GET('/api/admin/figure/week', { params: { query: { ...period, pageable: all } }, signal })),
    staleTime,
  });

export const cropsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['figures', 'crop', period],
    queryFn: ({ signal }) => read(api.GET('/api/admin/figure/crop', { params: { query: { ...period, pageable: all } }, signal })),
    staleTime,
  });

export const sessionsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['figures', 'session', period],
    queryFn: ({ signal }) => read(api.GET('/api/admin/figure/session', { params: { query: { ...period, pageable: all } }, signal })),
    staleTime,
  });

export const sprayersQuery = (period: Period) =>
  queryOptions({
    queryKey: ['figures', 'sprayer', period],
    queryFn: ({ signal }) => read(api.GET('/api/admin/figure/sprayer', { params: { query: { ...period, pageable: all } }, signal })),
    staleTime,
  });

export const unpaidQuery = queryOptions({
  queryKey: ['figures', 'unpaid'],
  queryFn: ({ signal }) => read(api.GET('/api/admin/figure/unpaid', { params: { query: { pageable: all } }, signal })),
  staleTime,
});
