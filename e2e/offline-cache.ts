import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../api/test/harness.ts';

/** Waits until the service worker has cached what the app needs offline: all that the page has fetched, or is fetching, for jobs. */
export async function waitForOfflineCache(page: Page): Promise<void> {
  const isKept = async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const names = new Set(kept.flat().map(({ url }) => new URL(url).pathname));
    const links = document.querySelectorAll<HTMLLinkElement>('link:is([rel="modulepreload"], [rel="preload"], [rel="stylesheet"])');
    const wanted = [...links].map(({ href }) => new URL(href).pathname);
    const needed = [/my-jobs-.*js$/, /job-.*js$/, /leaflet-map-.*js$/, /outline-.*json$/].every((file) =>
      [...names].some((name) => file.test(name)),
    );
    return names.has('/') && needed && wanted.every((name) => names.has(name));
  };
  await eventually(async () => expect(await page.evaluate(isKept)).toBe(true), 30);
}
