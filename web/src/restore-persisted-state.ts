import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client';
import { persister } from './api/persisted-state.ts';
import { offlineActionMaxAgeMs, queryClient } from './api/queries.ts';
import { isUnsent, prepareFieldActions, resumeFieldActions } from './fieldwork/field-actions.ts';

/** Restores persisted queries and offline actions, then persists further changes. */
export async function restorePersistedState(): Promise<void> {
  prepareFieldActions(queryClient);
  const options = {
    queryClient,
    persister: persister,
    maxAge: offlineActionMaxAgeMs,
    dehydrateOptions: { shouldDehydrateMutation: isUnsent },
  };
  // Unreadable state is dropped; the service has the data.
  await persistQueryClientRestore(options).catch(() => undefined);
  // Persisted data is shown at once and refetched when it is used.
  void queryClient.invalidateQueries({ refetchType: 'none' });
  resumeFieldActions(queryClient);
  persistQueryClientSubscribe(options);
}
