// Entry script. It is small and starts all downloads that the page needs in parallel.

import { companyPath, prefetch, prefetchFor } from './api/prefetch.ts';
import { preloadPageFiles } from './api/preload-page-files.ts';
import { hasSessionHint, hintedRole, profilePath } from './api/session-hint.ts';
import { pageFilesAt } from './page-files.ts';

// After a deployment, an open page requests files that no longer exist. One reload helps. Without a network,
// or when the file is missing permanently, reloading would loop.
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

// One chunk per task, so that a slow phone can handle input in between.
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
async function loadApp(): Promise<void> {
  // In a build each component imports its own styles: see build/mantine-styles.ts.
  if (import.meta.env.DEV) await import('@mantine/core/styles.css');
  for (const library of [() => import('./react.ts'), () => import('./libraries.ts'), () => import('./theme-styles.ts')]) {
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
