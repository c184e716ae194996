import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';

export const setupKey = ['setup-checklist'] as const;

export const setupQuery = queryOptions({
  queryKey: setupKey,
  queryFn: ({ signal }) => read(api.GET('/api/admin/setup-checklist', { signal })),
  // Changes on many pages complete its steps.
  staleTime: 0,
});
