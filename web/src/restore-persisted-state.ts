import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client';
import { persister } from './api/persisted-state.ts';
import { offlineActionMaxAgeMs, queryClient } from './api/queries.ts';
import { isUnsent, prepareFieldActions, resumeFieldActions } from './fieldwork/field-actions.ts';

/** Shows what was kept, and goes on keeping. */
export async function restorePersistedState(): Promise<void> {
  prepareFieldActions(queryClient);
  const options = {
    queryClient,
    persister: persister,
    maxAge: offlineActionMaxAgeMs,
    dehydrateOptions: { shouldDehydrateMutation: isUnsent },
  };
  // What cannot be read is forgotten; the service knows better anyway.
  await persistQueryClientRestore(options).catch(() => undefined);
  // What was kept is shown at once, but whoever loads the page wants to know how things are now.
  void queryClient.invalidateQueries({ refetchType: 'none' });
  resumeFieldActions(queryClient);
  persistQueryClientSubscribe(options);
}
