import { useEffect } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Fetches a file when someone begins to use the page, so that it is there by the time that it is needed. `load` has to stay the same. */
export function useWarm(load: () => Promise<unknown>): void {
  useEffect(() => {
    const stop = new AbortController();
    const now = () => {
      stop.abort();
      // Asked for again where it is shown, and explained there.
      load().catch(() => undefined);
    };
    for (const sign of signs) addEventListener(sign, now, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, [load]);
}
