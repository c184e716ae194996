import { MantineProvider } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';
import { CompanyProvider } from './api/company.tsx';
import { queryClient } from './api/queries.ts';
import { Pages } from './routes.tsx';
import { loadFontsLater } from './ui/fonts.ts';
import { onceIdle } from './ui/idle.ts';
import { LanguageProvider } from './ui/language.tsx';
import { createHistoryWithSheets } from './ui/sheet-history.ts';
import { cssVariables, theme } from './ui/theme.ts';

// Libraries that insert styles at run time need the page's nonce; its content security policy refuses others.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;

const routerHistory = createHistoryWithSheets();

export function App() {
  const Toasts = useToasts();
  useEffect(loadFontsLater, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <CompanyProvider>
            {Toasts === undefined ? null : <Toasts />}
            <HistoryRouter history={routerHistory}>
              <Pages />
            </HistoryRouter>
          </CompanyProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}

/** Loaded when the browser is idle, so that a toast appears at once, or with the first toast; after a failure with the next one. */
function useToasts(): ComponentType | undefined {
  const [component, setComponent] = useState<ComponentType>();
  useEffect(() => {
    const load = () => {
      import('./ui/toasts.tsx').then(
        ({ Toasts }) => setComponent(() => Toasts),
        () => {},
      );
    };
    const cancel = onceIdle(load);
    const unsubscribe = notificationsStore.subscribe(load);
    return () => {
      cancel();
      unsubscribe();
    };
  }, []);
  return component;
}
