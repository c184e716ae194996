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
import type { PageFile } from './ui/page-file.ts';

/** How long the first picture waits for who is signed in, before it says that it waits. */
const sessionTimeoutMs = 3000;
/** How much longer for what the page shows: most of it was asked for before this script was there. */
const firstDataTimeoutMs = 500;

/** Draws the page when all that it consists of is there: what was on the screen until then looks calmer than parts that come and go. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root.');
  fetchFonts();
  await restorePersistedState();
  // What was kept is shown at once.
  const hasPersistedData = queryClient.getQueryData(companyQuery.queryKey) !== undefined;
  await Promise.race([prefetchSession(), delay(sessionTimeoutMs)]);
  const role = queryClient.getQueryData<Me | null>(meKey)?.role;
  // One that cannot be fetched says so itself.
  const files = pageFilesAt(location.pathname, role);
  await Promise.allSettled(files.map((file) => file.fetch()));
  await delay(0);
  if (!hasPersistedData) await Promise.race([prefetchPageData(files), delay(firstDataTimeoutMs)]);
  // Drawn in small steps, so that a slow phone can still scroll and type meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  registerServiceWorker();
}

/** Letters that come while the page is there already have all of it laid out anew, once for each file of them. */
function fetchFonts(): void {
  for (const weight of [400, 600]) void document.fonts.load(`${weight} 1em "Be Vietnam Pro"`, 'aắ').catch(() => undefined);
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
