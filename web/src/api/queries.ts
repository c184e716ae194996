import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.ts';
import { expectSession, meKey } from './session.ts';

/** Questions to the service are kept for a day, so that the app has something to show without a network. */
export const keptFor = 24 * 60 * 60_000;

/** What was done without a network waits longer: a crew may be out for days. */
export const actionsKeptFor = 7 * keptFor;

/** A session that has ended ends the page's, too: then it shows the way to sign in. */
function noticeSignedOut(error: unknown): void {
  if (!(error instanceof Problem && error.status === 401)) return;
  expectSession(false);
  queryClient.setQueryData(meKey, null);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({
    // Signing in with a wrong password is a 401 as well, and nobody was signed in.
    onError: (error) => {
      if (error instanceof Problem && error.code === 'UNAUTHENTICATED') noticeSignedOut(error);
    },
  }),
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
