import { useEffect } from 'react';

const interactionEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Loads a module at the first interaction with the page. `load` must be a stable reference. */
export function usePreloadOnInteraction(load: () => Promise<unknown>): void {
  useEffect(() => {
    const controller = new AbortController();
    const preload = () => {
      controller.abort();
      // The component that uses the module loads it again and shows the error.
      load().catch(() => undefined);
    };
    for (const eventName of interactionEvents) addEventListener(eventName, preload, { passive: true, signal: controller.signal });
    return () => controller.abort();
  }, [load]);
}
