import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { safeNext } from './safe-next.ts';

/** The issuers that people can sign in with. */
export const issuersQuery = queryOptions({
  queryKey: ['issuers-offered'],
  queryFn: ({ signal }) => read(api.GET('/api/auth/issuer', { params: { query: { pageable: { page: 0, size: 50 } } }, signal })),
  staleTime: 60_000,
});

export const identitiesKey = ['identities'] as const;

const nextKey = 'swath-after-sign-in';

/** Keeps where to go after the sign-in or link at an issuer: the address that it comes back to is always the same. */
export function keepNext(next: string | null): void {
  sessionStorage.setItem(nextKey, safeNext(next));
}

export function takeNext(): string {
  const next = safeNext(sessionStorage.getItem(nextKey));
  sessionStorage.removeItem(nextKey);
  return next;
}
