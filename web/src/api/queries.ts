import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';
import { meKey } from './session.ts';

/** Questions to the service are kept for a day, so that the app has something to show without a network. */
export const queryCacheMs = 24 * 60 * 60_000;

/** What was done without a network waits longer: a crew may be out for days. */
export const offlineActionMaxAgeMs = 7 * queryCacheMs;

/** A session can end elsewhere: by another device, by the company, by time. Any refusal for want of one asks again who is signed in. */
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
