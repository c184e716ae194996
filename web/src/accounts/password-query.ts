import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';

export const passwordKey = ['password'] as const;
/** Whether the user has a password. */
export const passwordQuery = queryOptions({
  queryKey: passwordKey,
  queryFn: ({ signal }) => read(api.GET('/api/common/password', { signal })),
});
