import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  const stop = new AbortController();
  addEventListener('online', onChange, { signal: stop.signal });
  addEventListener('offline', onChange, { signal: stop.signal });
  return () => stop.abort();
}

/** False without a network. The useNetwork of Mantine sets its state in an effect: the whole page would render twice. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
