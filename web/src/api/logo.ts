import { queryOptions } from '@tanstack/react-query';
import { api, read } from './client.ts';

export const logoKey = ['company-logo'] as const;

/** The address of the company's logo; it changes when the picture does. */
export const logoQuery = queryOptions({
  queryKey: logoKey,
  queryFn: ({ signal }) => read(api.GET('/api/auth/company/logo', { signal })),
  staleTime: 10 * 60_000,
});
