import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';
import { meKey } from './session.ts';

/** Query results are cached for a day, so that the app works without a network. */
export const queryCacheMs = 24 * 60 * 60_000;

/** Offline actions are kept longer: a crew may be without a network for days. */
export const offlineActionMaxAgeMs = 7 * queryCacheMs;

/** A sign-in can end on another device, by the company or by expiry. On 401 the current user is fetched again. */
function onError(error: Error): void {
  if (error instanceof Problem && error.status === 401) void queryClient.invalidateQueries({ queryKey: meKey });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      gcTime: queryCacheMs,
      staleTime: 30_000,
      retry: shouldRetry,
      retryDelay: (failures, error) => retryDelayMs(failures, error),
      networkMode: 'offlineFirst',
    },
    mutations: { networkMode: 'always' },
  },
});
