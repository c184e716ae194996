import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import { createStore, del, get, set } from 'idb-keyval';

const store = typeof indexedDB === 'undefined' ? undefined : createStore('swath', 'answers');
const persistedStateKey = 'answers';

/** Persists query results in IndexedDB for use without a network. Without IndexedDB nothing is persisted. */
export const persister = createAsyncStoragePersister({
  key: persistedStateKey,
  // Short: an action in the field must be persisted before the phone is put away.
  throttleTime: 500,
  storage: {
    getItem: (key) => get<string>(key, store).catch(() => undefined),
    setItem: (key, value) => set(key, value, store).catch(() => undefined),
    removeItem: (key) => del(key, store).catch(() => undefined),
  },
});

export const clearPersistedState = (): Promise<void> => del(persistedStateKey, store).catch(() => undefined);
