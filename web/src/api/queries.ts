import { QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.ts';

/** Questions to the service are kept for a day, so that the app has something to show without a network. */
export const keptFor = 24 * 60 * 60_000;

/** What was done without a network waits longer: a crew may be out for days. */
export const actionsKeptFor = 7 * keptFor;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: keptFor,
      staleTime: 30_000,
      retry: (count, error) => error instanceof Problem && error.passing && count < 2,
      networkMode: 'offlineFirst',
    },
    mutations: { networkMode: 'always' },
  },
});
