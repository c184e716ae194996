import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { pageParams } from '../api/infinite-list.ts';
import { cropsKey, sessionsKey } from './admin-keys.ts';

const pageOf = (page: number, sort: string) => ({ query: { pageable: { page, size: 100, sort: [sort] } } });

export const cropsQuery = infiniteQueryOptions({
  queryKey: [...cropsKey],
  queryFn: ({ pageParam, signal }) => read(api.GET('/api/admin/crop', { params: pageOf(pageParam, 'id,asc'), signal })),
  ...pageParams,
});

export const sessionsQuery = infiniteQueryOptions({
  queryKey: [...sessionsKey],
  queryFn: ({ pageParam, signal }) => read(api.GET('/api/admin/session', { params: pageOf(pageParam, 'startTime,asc'), signal })),
  ...pageParams,
});
