// The first script of a visit, and a small one: all that the page needs is asked for at once, not one after the other.

import { companyPath, prefetch, prefetchFor } from './api/prefetch.ts';
import { preloadPageFiles } from './api/preload-page-files.ts';
import { hasSessionHint, hintedRole, profilePath } from './api/session-hint.ts';
import { pageFilesAt } from './page-files.ts';

// After an update, a page that was open before asks for files that are gone. Loading it again helps once; without a network,
// or when the file is missing for good, it would go on forever.
addEventListener('vite:preloadError', (event) => {
  const { message } = (event as Event & { payload: Error }).payload;
  if (!navigator.onLine || sessionStorage.getItem('swath-reloaded') === message) return;
  sessionStorage.setItem('swath-reloaded', message);
  event.preventDefault();
  location.reload();
});

new Worker(new URL('./preload-intl.ts', import.meta.url), { type: 'module' });
prefetch(companyPath);
if (hasSessionHint()) prefetch(profilePath);

// One library after the other, so that taking each in is a task of its own, and a slow phone can do something else in between.
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
async function loadApp(): Promise<void> {
  // In a build each part brings its own: see build/mantine-styles.ts.
  if (import.meta.env.DEV) await import('@mantine/core/styles.css');
  for (const library of [
    () => import('./react.ts'),
    () => import('./routing.ts'),
    () => import('./queries.ts'),
    () => import('./theme-styles.ts'),
  ]) {
    await library();
    await nextTask();
  }
  const { start } = await import('./start.tsx');
  await start();
}
void loadApp();

const role = hintedRole();
if (location.search === '') prefetchFor(location.pathname, role);
if (role !== undefined || !hasSessionHint()) for (const { name } of pageFilesAt(location.pathname, role)) preloadPageFiles(name);
