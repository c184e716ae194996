import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../api/test/harness.ts';

/** What the web app has persisted in the browser: actions that are not sent yet or were refused, and the last key part of each answer. */
export const persistedState = (page: Page): Promise<{ unsent: number; refused: number; answers: string[] }> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('swath');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('answers').objectStore('answers').get('answers');
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            const { mutations = [], queries = [] } = JSON.parse(String(reading.result ?? '{}')).clientState ?? {};
            const stored = new Map<string, unknown>(
              queries.map(({ queryKey, state }: { queryKey: unknown[]; state: { data: unknown } }) => [
                String(queryKey.at(-1)),
                state.data,
              ]),
            );
            const refusals = (stored.get('refusals') ?? []) as unknown[];
            resolve({ unsent: mutations.length, refused: refusals.length, answers: [...stored.keys()] });
          };
        };
      }),
  );

/** Waits until the phone has what the app needs offline: the files that the page has fetched, or is fetching, for jobs, and the data of a job. */
export async function waitForOfflineCache(page: Page): Promise<void> {
  const isKept = async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const names = new Set(kept.flat().map(({ url }) => new URL(url).pathname));
    const links = document.querySelectorAll<HTMLLinkElement>('link:is([rel="modulepreload"], [rel="preload"], [rel="stylesheet"])');
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    const wanted = [...[...links].map(({ href }) => href), ...fetched]
      .map((href) => new URL(href).pathname)
      .filter((path) => path.startsWith('/assets/'));
    const needed = [/my-jobs-.*js$/, /job-.*js$/, /leaflet-map-.*js$/, /outline-.*json$/].every((file) =>
      [...names].some((name) => file.test(name)),
    );
    return names.has('/') && needed && wanted.every((name) => names.has(name));
  };
  await eventually(async () => expect(await page.evaluate(isKept)).toBe(true), 30);
  // Fetched last.
  await eventually(async () => expect((await persistedState(page)).answers).toContain('drone'), 30);
}
