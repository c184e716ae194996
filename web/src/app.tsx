import { MantineProvider } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';
import { CompanyProvider } from './api/company.tsx';
import { queryClient } from './api/queries.ts';
import { Pages } from './routes.tsx';
import { loadFontsLater } from './ui/fonts.ts';
import { LanguageProvider } from './ui/language.tsx';
import { lazyPage } from './ui/pages.tsx';
import { createHistoryWithSheets } from './ui/sheet-history.ts';
import { cssVariables, theme } from './ui/theme.ts';

// Libraries that insert styles at run time need the page's nonce; its content security policy refuses others.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;

const routerHistory = createHistoryWithSheets();

const Toasts = lazyPage(() => import('./ui/toasts.tsx'), 'Toasts');

export function App() {
  const hasToasts = useHasToasts();
  useEffect(loadFontsLater, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <CompanyProvider>
            <Suspense>{hasToasts ? <Toasts /> : null}</Suspense>
            <HistoryRouter history={routerHistory}>
              <Pages />
            </HistoryRouter>
          </CompanyProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}

/** True after the first toast; the component is not loaded before. */
function useHasToasts(): boolean {
  const [hasToast, setHasToast] = useState(false);
  useEffect(() => notificationsStore.subscribe(() => setHasToast(true)), []);
  return hasToast;
}
