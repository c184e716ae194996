import './ui/fonts.css';
import './ui/tokens.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { companyQuery } from './api/company.tsx';
import { queryClient } from './api/queries.ts';
import { type Me, meKey, sessionQuery } from './api/session.ts';
import { hasSessionHint } from './api/session-hint.ts';
import { App } from './app.tsx';
import { pageFilesAt } from './page-files.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { restorePersistedState } from './restore-persisted-state.ts';
import { loadCachedFonts } from './ui/fonts.ts';
import type { PageFile } from './ui/page-file.ts';

/** The first render waits this long for the session, then shows a loading state. */
const sessionTimeoutMs = 3000;
/** The first render then waits this long for the data of the page, most of which was prefetched by the entry script. */
const firstDataTimeoutMs = 500;

/** Renders the app when the files and first data of the page have loaded, to avoid several intermediate states. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root.');
  loadCachedFonts();
  await restorePersistedState();
  // With persisted data the page renders at once.
  const hasPersistedData = queryClient.getQueryData(companyQuery.queryKey) !== undefined;
  await Promise.race([prefetchSession(), delay(sessionTimeoutMs)]);
  const role = queryClient.getQueryData<Me | null>(meKey)?.role;
  // A page that fails to load shows its own error.
  const files = pageFilesAt(location.pathname, role);
  await Promise.allSettled(files.map((file) => file.fetch()));
  await delay(0);
  if (!hasPersistedData) await Promise.race([prefetchPageData(files), delay(firstDataTimeoutMs)]);
  // A transition renders in small steps, so that a slow phone can still scroll and type.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  registerServiceWorker();
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function prefetchPageData(files: readonly PageFile[]): Promise<void> {
  await queryClient.prefetchQuery(companyQuery);
  const company = queryClient.getQueryData(companyQuery.queryKey);
  if (company === undefined) return;
  await Promise.allSettled(files.map((file) => file.prefetch?.(queryClient, company)));
  await delay(0);
}

async function prefetchSession(): Promise<void> {
  if (hasSessionHint() && queryClient.getQueryData(meKey) === undefined) await queryClient.prefetchQuery(sessionQuery);
}
