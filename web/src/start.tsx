import './ui/fonts.css';
import './ui/tokens.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { companyQuery } from './api/company.tsx';
import { isExpected } from './api/expected.ts';
import { queryClient } from './api/queries.ts';
import { type Me, meKey, sessionQuery } from './api/session.ts';
import { App } from './app.tsx';
import { keepForOffline } from './keep-for-offline.ts';
import { filesAt } from './page-files.ts';
import { restoreKept } from './restore.ts';
import type { PageFile } from './ui/page-file.ts';

/** How long the first picture waits for who is signed in, before it says that it waits. */
const patience = 3000;
/** How much longer for what the page shows: most of it was asked for before this script was there. */
const patienceForAnswers = 500;

/** Draws the page when all that it consists of is there: what was on the screen until then looks calmer than parts that come and go. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root.');
  fetchFonts();
  await restoreKept();
  // What was kept is shown at once.
  const isKept = queryClient.getQueryData(companyQuery.queryKey) !== undefined;
  await Promise.race([whoIsThere(), passing(patience)]);
  const role = queryClient.getQueryData<Me | null>(meKey)?.role;
  // One that cannot be fetched says so itself.
  const files = filesAt(location.pathname, role);
  await Promise.allSettled(files.map((file) => file.fetch()));
  await passing(0);
  if (!isKept) await Promise.race([answersFor(files), passing(patienceForAnswers)]);
  // Drawn in small steps, so that a slow phone can still scroll and type meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  keepForOffline();
}

/** Letters that come while the page is there already have all of it laid out anew, once for each file of them. */
function fetchFonts(): void {
  for (const weight of [400, 600]) void document.fonts.load(`${weight} 1em "Be Vietnam Pro"`, 'aắ').catch(() => undefined);
}

const passing = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function answersFor(files: readonly PageFile[]): Promise<void> {
  await queryClient.prefetchQuery(companyQuery);
  const company = queryClient.getQueryData(companyQuery.queryKey);
  if (company === undefined) return;
  await Promise.allSettled(files.map((file) => file.ask?.(queryClient, company)));
  await passing(0);
}

async function whoIsThere(): Promise<void> {
  if (isExpected() && queryClient.getQueryData(meKey) === undefined) await queryClient.prefetchQuery(sessionQuery);
}
