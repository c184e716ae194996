import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister';
import { createStore, del, get, set } from 'idb-keyval';

const store = typeof indexedDB === 'undefined' ? undefined : createStore('swath', 'answers');
const persistedStateKey = 'answers';

/** Answers of the service, kept on this device for when there is no network. A browser that keeps nothing is fine, too. */
export const persister = createAsyncStoragePersister({
  key: persistedStateKey,
  // Short: what was done in a field must be kept before the phone is put away.
  throttleTime: 500,
  storage: {
    getItem: (key) => get<string>(key, store).catch(() => undefined),
    setItem: (key, value) => set(key, value, store).catch(() => undefined),
    removeItem: (key) => del(key, store).catch(() => undefined),
  },
});

export const clearPersistedState = (): Promise<void> => del(persistedStateKey, store).catch(() => undefined);
