import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { api, read, type Shape } from './client.ts';
import { Problem } from './problem.ts';
import { clearSessionHint, hasSessionHint, profilePath, setSessionHint } from './session-hint.ts';

export type Me = Shape<'Profile'>;
export type { Role } from './session-hint.ts';

export const meKey = ['me'] as const;

/** The signed-in user, or null. */
export const sessionQuery = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal }): Promise<Me | null> => {
    if (!hasSessionHint()) return null;
    try {
      const me = await read(api.GET(profilePath, { signal }));
      setSessionHint(me.role);
      return me;
    } catch (error) {
      if (!(error instanceof Problem && error.status === 401)) throw error;
      clearSessionHint();
      return null;
    }
  },
  staleTime: 5 * 60_000,
});

/** First part of the keys of what only this device knows. A sign-in after an expired one keeps it; signing out removes it. */
export const deviceKey = 'device';

/** After sign-in: fetches the user and removes cached data of the previous user of this device. */
export function beginSession(queries: QueryClient): Promise<Me | null> {
  setSessionHint('yes');
  queries.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== deviceKey });
  return queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

export const useSession = () => useQuery(sessionQuery);

/** The user for whom the pages are rendered. The frame sets it, so that no page sees a sign-out before the frame. */
export const MeContext = createContext<Me | null>(null);

/** For pages that require a signed-in user. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === null) throw new Error('No user is signed in.');
  return me;
}

export const isOffice = ({ role }: Me): boolean => role === 'receptionist' || role === 'admin';
