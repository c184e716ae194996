import { useEffect } from 'react';

const interactionEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Fetches a file when someone begins to use the page, so that it is there by the time that it is needed. `load` has to stay the same. */
export function usePreloadOnInteraction(load: () => Promise<unknown>): void {
  useEffect(() => {
    const controller = new AbortController();
    const preload = () => {
      controller.abort();
      // Asked for again where it is shown, and explained there.
      load().catch(() => undefined);
    };
    for (const eventName of interactionEvents) addEventListener(eventName, preload, { passive: true, signal: controller.signal });
    return () => controller.abort();
  }, [load]);
}
