import type { QueryClient } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { beginSession, type Me } from '../api/session.ts';

export const endedKey = ['ended-access'] as const;

export const endedPath = '/account/ended';

export const readEnded = (page: number, signal?: AbortSignal) =>
  read(api.GET('/api/common/ended-access', { params: { query: { pageable: { page, size: 50 } } }, ...(signal && { signal }) }));

/** Where to go after a reset, which has signed in: to the list of what it has ended, if there is any. */
export async function pageAfterReset(): Promise<string> {
  const hasEnded = await readEnded(0).then(
    ({ content }) => content.length > 0,
    () => true,
  );
  return hasEnded ? endedPath : '/';
}

/** After a reset has signed in. Undefined: the session could not be read. */
export async function beginAfterReset(queries: QueryClient, setLanguage: (language: Me['language']) => void): Promise<void> {
  const me = await beginSession(queries);
  if (me !== null) setLanguage(me.language);
}
